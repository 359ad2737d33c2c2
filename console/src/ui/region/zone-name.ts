// Only forms name the zone, so the first page does not load this.
import { region } from './region.ts';

/** Returns the zone of entered times with its offset at that time, such as "Europe/Berlin, GMT+1". */
export function zoneName(at: number, timeZone = region().timeZone): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', timeZone });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone}, ${offset}`;
}
