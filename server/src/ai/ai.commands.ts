// Commands of the operator.
import { embedderOf, stopEmbedding } from '../knowledge/index.ts';
import { UsageError } from '../platform/errors.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { indexResolvedIncidents } from './resolved/index-incident.ts';

export const aiUsage = `
  admin reindex-incidents  embed the resolved incidents that have no vector of the current model; can run beside the
                        service, and be interrupted and repeated`;

/** Each returns the text to print. */
export const aiCommands: Record<string, (deps: Deps) => Promise<string>> = {
  'reindex-incidents': async (deps) => {
    const reason = embedderOf(deps).unavailableReason();
    if (reason !== undefined) throw new UsageError(reason);
    const count = await indexResolvedIncidents(deps).finally(() => stopEmbedding(deps));
    return `${count} resolved incidents have a vector.`;
  },
};
