// Days are named as "2026-11-16"; calculating with them needs no zone.
const DAY_MS = 86_400_000;

/** Days are not all 24 hours long. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Monday is 1 and Sunday 7. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
