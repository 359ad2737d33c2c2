// This file reads local time, and when the clocks of a zone change, by Intl alone. It shares nothing with the subject, which reads zones
// with Temporal.
export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOUR_MINUTES = 60;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

const FORMATTED = /^(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d)$/;

/** Returns local time in minutes, as if it were UTC. */
function localMinute(zone: string, instant: number): number {
  const [, month, day, year, hour, minute] = FORMATTED.exec(formatOf(zone).format(instant)) ?? [];
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return date / MINUTE_MS;
}

/** Returns local time at each minute from `from` on. A clock that is the same at both ends of an hour did not change in it. */
export function localMinutes(zone: string, from: number, hours: number): Int32Array {
  const minutes = new Int32Array(hours * HOUR_MINUTES);
  let begin = localMinute(zone, from);
  for (let hour = 0; hour < hours; hour += 1) {
    const at = from + hour * HOUR_MS;
    const end = localMinute(zone, at + HOUR_MS);
    const isSteady = end - begin === HOUR_MINUTES;
    for (let minute = 0; minute < HOUR_MINUTES; minute += 1)
      minutes[hour * HOUR_MINUTES + minute] = isSteady
        ? begin + minute
        : localMinute(zone, at + minute * MINUTE_MS);
    begin = end;
  }
  return minutes;
}

const offsetOf = (zone: string, instant: number): number =>
  localMinute(zone, instant) - instant / MINUTE_MS;

/** Returns the instants between which the offset from UTC differs, found day by day. */
export function clockChanges(zone: string, from: number, to: number): number[] {
  const found: number[] = [];
  let offset = offsetOf(zone, from);
  for (let day = from + DAY_MS; day <= to; day += DAY_MS) {
    const next = offsetOf(zone, day);
    if (next === offset) continue;
    let [before, after] = [day - DAY_MS, day];
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetOf(zone, middle) === offset) before = middle;
      else after = middle;
    }
    found.push(after);
    offset = next;
  }
  return found;
}
