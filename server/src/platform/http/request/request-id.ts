// The id under which a request is found in the log, on every listener.
import { randomUUID } from 'node:crypto';

/** The caller's own if it is a sane one, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
