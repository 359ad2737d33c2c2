import type { Commands } from '../feature.ts';
import { embedderOf, stopEmbedding } from '../knowledge/index.ts';
import { UsageError } from '../platform/errors.ts';
import { indexResolvedIncidents } from './resolved/index-incident.ts';

export const aiCommands: Commands = {
  'reindex-incidents': {
    usage: `
  admin reindex-incidents  embed the resolved incidents that have no vector of the current model; can run while the
                        service runs, and can be interrupted and repeated`,
    run: async (deps) => {
      const reason = embedderOf(deps).unavailableReason();
      if (reason !== undefined) throw new UsageError(reason);
      const count = await indexResolvedIncidents(deps).finally(() => stopEmbedding(deps));
      return `${count} resolved incidents have a vector.`;
    },
  },
};
