// Days in UTC, by which quotas are counted.

/** As PostgreSQL reads a date. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
