// A request is needed by the end of a working day; the service stores a time.
const END_OF_DAY = 'T17:00';

/** Returns the local date of a time, such as "2026-11-30", or nothing if there is none. */
export function dateOf(time: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** Returns null for a date that is not complete. */
export function timeOfDate(date: string): string | null {
  const at = new Date(`${date}${END_OF_DAY}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
