// The id of a request in the log, for every listener.
import { randomUUID } from 'node:crypto';

/** The caller's id if it is valid, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
