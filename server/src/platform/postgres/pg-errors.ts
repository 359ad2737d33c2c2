// What PostgreSQL refuses, by its codes.
import pg from 'pg';

const PLAN_IS_STALE = '0A000';

export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === PLAN_IS_STALE;

/** The SQLSTATE; undefined for what is no answer of PostgreSQL. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

const UNIQUE_VIOLATION = '23505';

/** For the one place that knows what a unique index means to a caller. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  error.constraint === constraint;

/** Runs once more what met a table that a migration had just changed: nothing was done, and the new names work. */
export async function retryOnStalePlan<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStalePlan(error)) return work();
    throw error;
  }
}
