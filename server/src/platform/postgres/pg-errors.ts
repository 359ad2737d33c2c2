// PostgreSQL errors are recognised by their SQLSTATE.
import pg from 'pg';

const PLAN_IS_STALE = '0A000';

export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === PLAN_IS_STALE;

/** Returns the SQLSTATE; undefined for errors that are not from PostgreSQL. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

const REFUSED_LOGIN = new Set(['28000', '28P01']);

export const isRefusedLogin = (error: unknown): boolean =>
  REFUSED_LOGIN.has(errorCode(error) ?? '');

const QUERY_CANCELED = '57014';

/** `statement_timeout` cancels the statement. */
export const isTimeout = (error: unknown): boolean => errorCode(error) === QUERY_CANCELED;

/** The values of the statement are at fault (classes 22 and 23), so it fails however often it is repeated. */
export const isDataError = (error: unknown): boolean =>
  ['22', '23'].includes(errorCode(error)?.slice(0, 2) ?? '');

const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

export const isUndefinedTable = (error: unknown): boolean => errorCode(error) === UNDEFINED_TABLE;

/** `lock_timeout` or a deadlock ended the statement, so a later attempt may succeed. */
export const isLockFailure = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes(errorCode(error) ?? '');

const UNIQUE_VIOLATION = '23505';

/** A violated unique index is named, so that the caller can be given a specific error. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  error.constraint === constraint;

/** Retries once after a migration made a cached plan stale: nothing was executed, and new statement names work. */
export async function retryOnStalePlan<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStalePlan(error)) return work();
    throw error;
  }
}
