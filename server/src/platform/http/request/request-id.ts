// Every listener logs requests with an id.
import { randomUUID } from 'node:crypto';

/** Returns the caller's id if it is valid, and a new one otherwise. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
