// Lists are paged by `startIndex`, which begins at 1, and `count` (RFC 7644, section 3.4.2.4).
import { ScimError } from './scim-error.ts';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;
const MAX_INDEX = 1_000_000_000;

export interface Page {
  startIndex: number;
  count: number;
}

function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, 'invalidValue', `${name} is a whole number.`);
  return Number(text);
}

/** Values that are too small or too large are adjusted, as the RFC says. */
export const readPage = (startIndex: string | undefined, count: string | undefined): Page => ({
  startIndex: Math.min(Math.max(readNumber('startIndex', startIndex, 1), 1), MAX_INDEX),
  count: Math.min(Math.max(readNumber('count', count, DEFAULT_PAGE), 0), MAX_PAGE),
});

export const listMessage = (
  resources: readonly object[],
  { startIndex, totalResults }: { startIndex: number; totalResults: number },
): object => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
