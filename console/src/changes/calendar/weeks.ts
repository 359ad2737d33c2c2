// Weeks begin on Monday, in the time zone of the reader.
const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the midnight that begins the week of this time. */
export function mondayOf(at: number): Date {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day;
}

/** Returns, for example, "2026-11-16", as in the URL. */
export const weekName = (monday: Date): string =>
  `${monday.getFullYear()}-${two(monday.getMonth() + 1)}-${two(monday.getDate())}`;

/** Returns the Monday of the named week; of the current week if the name is absent or not a date. */
export function weekOf(name: string | undefined, now: number): Date {
  const at = name === undefined ? Number.NaN : new Date(`${name}T00:00`).getTime();
  return mondayOf(Number.isNaN(at) ? now : at);
}

/** Days are not all 24 hours long. */
export function plusDays(day: Date, days: number): Date {
  const next = new Date(day);
  next.setDate(next.getDate() + days);
  return next;
}

export const daysOf = (monday: Date): Date[] =>
  Array.from({ length: 7 }, (_, index) => plusDays(monday, index));
