// Random calendars: hours that meet, that touch midnight, that end within hours that clocks skip, and many days off.
import type { Random } from '../../support/random.ts';
import type { NaiveCalendar } from './naive.ts';

const DAY_MS = 86_400_000;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const textOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Prefers the first hours of a day, in which most clocks change. */
const drawMinute = (random: Random): number => {
  if (random.chance(0.2)) return random.pick([0, 1, 30, 60, 90, 120, 150, 180, 1380, 1410, 1440]);
  return random.chance(0.4) ? random.below(240) : random.below(1441);
};

function drawHours(random: Random): string[][] {
  if (random.chance(0.15)) return [];
  if (random.chance(0.15)) return [['00:00', '24:00']];
  if (random.chance(0.2)) return [['08:00', '17:00']];
  const count = 2 * (1 + random.below(3));
  const minutes = new Set(Array.from({ length: count }, () => drawMinute(random)));
  const ends = [...minutes].toSorted((a, b) => a - b).map(textOf);
  const hours: string[][] = [];
  for (let at = 0; at + 1 < ends.length;) {
    hours.push([ends[at] ?? '', ends[at + 1] ?? '']);
    // Hours may begin where the last ones end.
    at += random.chance(0.3) ? 1 : 2;
  }
  return random.shuffle(hours);
}

/** Exceptions are between the dates, and some of them just outside. */
export function drawCalendar(
  random: Random,
  time_zone: string,
  from: number,
  to: number,
): NaiveCalendar {
  const same = drawHours(random);
  const days = Math.ceil((to - from) / DAY_MS) + 4;
  const dates = new Set(
    Array.from({ length: random.below(12) }, () =>
      new Date(from + (random.below(days) - 2) * DAY_MS).toISOString().slice(0, 10),
    ),
  );
  return {
    time_zone,
    weekly: Object.fromEntries(
      weekdays.map((day) => [day, random.chance(0.4) ? same : drawHours(random)]),
    ),
    exceptions: [...dates].map((date, at) => ({
      date,
      name: `Day ${at}`,
      hours: drawHours(random),
    })),
  };
}
