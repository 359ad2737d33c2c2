// Quotas are counted by days in UTC.

/** Formats the day as PostgreSQL reads a date. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
