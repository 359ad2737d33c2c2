// The ticks of an axis of durations are whole minutes, hours or days, with one unit for all of them.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  { seconds: DAY, name: 'd', steps: [1, 2, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000] },
  { seconds: HOUR, name: 'h', steps: [1, 2, 3, 6, 12] },
  { seconds: MINUTE, name: 'm', steps: [1, 2, 5, 10, 15, 30] },
] as const;

const choices = units
  .flatMap(({ seconds, name, steps }) =>
    steps.map((step) => ({ step: step * seconds, seconds, name })),
  )
  .toSorted((one, other) => one.step - other.step);

export interface Axis {
  /** The ticks go from 0 to the first one that no value exceeds. */
  values: number[];
  format: (value: number) => string;
}

/** The axis has at most `steps` steps; beyond the longest step of the table, a step is a whole number of days. */
export function durationAxis(most: number, steps: number): Axis {
  const { step, seconds, name } = choices.find((one) => one.step * steps >= most) ?? {
    step: Math.ceil(most / steps / DAY) * DAY,
    seconds: DAY,
    name: 'd',
  };
  const count = Math.max(1, Math.ceil(most / step));
  return {
    values: Array.from({ length: count + 1 }, (_, index) => index * step),
    format: (value) => `${value / seconds} ${name}`,
  };
}
