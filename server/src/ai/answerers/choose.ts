// The answerer of this process, by its configuration.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Answerer } from './answerer.ts';
import { localAnswerer } from './local.ts';
import { ProviderAnswerer } from './provider.ts';

/** One per pool, which is one per process, because it counts the failures of the provider. */
const answerers = new WeakMap<Db, ProviderAnswerer>();

/** Throws a UsageError if the packages of the provider are not installed. */
export function answererOf(deps: Pick<Deps, 'config' | 'db' | 'egress' | 'log'>): Answerer {
  const { AI_PROVIDER: provider } = deps.config;
  if (provider === '') return localAnswerer;
  const answerer = answerers.get(deps.db) ?? new ProviderAnswerer(deps, provider);
  answerers.set(deps.db, answerer);
  return answerer;
}

/** Requests that wait for a model fail with 503, and tasks that do are repeated by another process. */
export const stopModelCalls = ({ db }: Pick<Deps, 'db'>): void => answerers.get(db)?.stop();
