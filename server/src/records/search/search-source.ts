// Each feature that has something to find adds a source to `GET /search`.
import type { Actor } from '../../platform/context.ts';
import type { Highlight } from '../../platform/lists/highlights.ts';
import type { Deps } from '../../platform/runtime/deps.ts';

export const searchedTypes = ['incident', 'change', 'request', 'article', 'ci', 'person'] as const;
export type SearchedType = (typeof searchedTypes)[number];

export interface SearchRequest {
  deps: Pick<Deps, 'db'>;
  actor: Actor;
  baseUrl: string;
  now: Date;
  q: string;
  /** False if `q` has only very common words and punctuation, so that only ids and names can match. */
  hasWords: boolean;
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
  /** `q` is the id of the first hit. */
  isId?: true;
  /** The number of matches is given where it is known exactly. */
  total?: number;
  hits: SearchHit[];
}

export interface SearchSource {
  type: SearchedType;
  /** Returns only what the caller may read; undefined if the caller may read nothing of the kind. */
  search(request: SearchRequest): Promise<SearchGroup | undefined>;
}
