// Each feature that has something to find adds a source to `GET /search`.
import type { Actor } from '../../platform/context.ts';
import type { Highlight } from '../../platform/lists/highlights.ts';
import type { Deps } from '../../platform/runtime/deps.ts';

export const searchedTypes = [
  'incident',
  'change',
  'request',
  'article',
  'item',
  'ci',
  'person',
] as const;
export type SearchedType = (typeof searchedTypes)[number];

export interface SearchRequest {
  deps: Pick<Deps, 'db'>;
  actor: Actor;
  baseUrl: string;
  now: Date;
  q: string;
  limit: number;
}

interface SearchHit {
  id: string;
  title: string;
  state?: string;
  url: string;
  highlights: Highlight[];
}

export interface SearchGroup {
  /** The number of matches is given where it is known exactly. */
  total?: number;
  hits: SearchHit[];
}

/** A source returns only what the caller may read. */
export interface SearchSource {
  type: SearchedType;
  /** Finds the record whose id `q` is; a query that has not the form of one is no work. */
  findById?(request: SearchRequest): Promise<SearchHit | undefined>;
  /** Finds records by words; returns undefined if the caller may read nothing of the kind. */
  search(request: SearchRequest): Promise<SearchGroup | undefined>;
}
