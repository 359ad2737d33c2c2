// The cache looks up an equal question first, then a very similar one, and never across scopes.
import { createHash } from 'node:crypto';
import type { Permission } from '../../identity/index.ts';
import { may } from '../../identity/index.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  type CachedResponse,
  findEqual,
  findSimilar,
  saveEntry,
  type Source,
} from './cache.sql.ts';
import { questionKeys } from './question.ts';

/** Returns equal values only for callers whom these permissions let read the same records. */
export function rightsOf(actor: Actor, permissions: readonly Permission[]): string[] {
  const reaches = permissions.map((permission) => reachOf(may(permission), actor) ?? 'none');
  // Own records belong to one person; for articles, "own" means the published ones.
  const isPersonal = permissions.some(
    (permission, index) => permission !== 'articles.read' && reaches[index] === 'own',
  );
  return [
    ...permissions.map((permission, index) => `${permission}=${reaches[index]}`),
    ...(isPersonal ? [actor.email.toLowerCase()] : []),
  ];
}

export interface CacheKey {
  endpoint: string;
  /** The response depends on these besides the text: model, parameters, context record with its version, rights. */
  scope: readonly unknown[];
  text: string;
  ttlSeconds: number;
  /** If true, a very similar text is a hit, too. */
  isSemantic: boolean;
  /** If true, the response also says how many articles are indexed. */
  readsArticles: boolean;
  /** If true, a response without citations is cached until an article is published. */
  cachesUncited: boolean;
}

/** The number changes with the members of a response, so that a release does not return those of the one before it. */
const RESPONSE_FORM = 2;

const scopeOf = ({ endpoint, scope }: CacheKey): string =>
  createHash('sha256')
    .update(JSON.stringify([RESPONSE_FORM, endpoint, ...scope]))
    .digest('base64url');

/** A response is dropped when one of these changes. */
export interface ResponseSources {
  cited: readonly Source[];
  /** Articles that a response without an answer names are no citations. */
  related?: readonly Source[] | undefined;
}

/** Resolves to undefined while there are no embeddings. */
export type Embed = (text: string) => Promise<Float32Array | undefined>;

export class ResponseCache {
  readonly #deps: Pick<Deps, 'db' | 'now'>;

  constructor(deps: Pick<Deps, 'db' | 'now'>) {
    this.#deps = deps;
  }

  async find(key: CacheKey, embed: Embed): Promise<CachedResponse | undefined> {
    const { db, now } = this.#deps;
    const at = now().toISOString();
    const scope = scopeOf(key);
    const { text, question, signature } = questionKeys(key.text);
    const equal = await findEqual(db, { scope, question, at });
    if (equal || !key.isSemantic) return equal;
    const embedding = await embed(text);
    return embedding && findSimilar(db, { scope, signature, embedding, at });
  }

  async save(
    key: CacheKey,
    embed: Embed,
    response: object,
    { cited, related = [] }: ResponseSources,
  ): Promise<void> {
    if (cited.length === 0 && !key.cachesUncited) return;
    const sources = [...cited, ...related];
    // Version 0 is an outdated text; an answer from it would stay in the cache after the edit.
    if (sources.some(({ version }) => version === 0)) return;
    const { db, now } = this.#deps;
    const { text, question, signature } = questionKeys(key.text);
    const embedding = key.isSemantic ? await embed(text) : undefined;
    const at = now();
    await saveEntry(db, {
      scope: scopeOf(key),
      question,
      signature: key.isSemantic ? signature : null,
      embedding: embedding ?? null,
      response,
      sources,
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + key.ttlSeconds * 1000).toISOString(),
    });
  }
}
