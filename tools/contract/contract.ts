// openapi.released.json is the contract of the last release; openapi.json must not break its clients.
import { findBreaks } from './compare.ts';
import type { OpenApi } from './document.ts';

/** Returns the messages of all breaks between two documents, given as text. */
export const contractFaults = (released: string, present: string): string[] =>
  findBreaks(JSON.parse(released) as OpenApi, JSON.parse(present) as OpenApi).map(
    ({ message }) => message,
  );
