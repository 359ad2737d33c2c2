import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Answerer } from './answerer.ts';
import { localAnswerer } from './local.ts';
import { ProviderAnswerer } from './provider.ts';

/** All requests of a process share one answerer, because it counts the failures of the provider; a process has one pool. */
const answerers = new WeakMap<Db, ProviderAnswerer>();

/** Throws a UsageError if the packages of the provider are not installed. */
export function answererOf(deps: Pick<Deps, 'config' | 'db' | 'egress' | 'log'>): Answerer {
  const { AI_PROVIDER: provider } = deps.config;
  if (provider === '') return localAnswerer;
  const answerer = answerers.get(deps.db) ?? new ProviderAnswerer(deps, provider);
  answerers.set(deps.db, answerer);
  return answerer;
}

/** Requests that wait for a model fail with 503; another process repeats tasks that wait for one. */
export const stopModelCalls = ({ db }: Pick<Deps, 'db'>): void => answerers.get(db)?.stop();
