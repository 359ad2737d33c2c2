// Views and citations are counted in memory and added to the table every few seconds, so that a GET writes nothing.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { startSchedules } from '../../platform/background/schedules.ts';
import { addUses, type Uses } from './counts.sql.ts';

/** A killed process loses the uses of at most this time; a stopped one loses none. */
const SAVE_SECONDS = 2;

/** Each process has one counter, because it has one pool. */
const counters = new WeakMap<Db, Map<string, Uses>>();

function count(db: Db, articleId: string, { views, citations }: Uses): void {
  const uses = counters.get(db) ?? new Map<string, Uses>();
  counters.set(db, uses);
  const known = uses.get(articleId) ?? { views: 0, citations: 0 };
  uses.set(articleId, { views: known.views + views, citations: known.citations + citations });
}

export const countView = ({ db }: Pick<Deps, 'db'>, articleId: string): void =>
  count(db, articleId, { views: 1, citations: 0 });

export const countCitation = ({ db }: Pick<Deps, 'db'>, articleId: string): void =>
  count(db, articleId, { views: 0, citations: 1 });

async function saveUses({ db }: Deps): Promise<void> {
  const uses = counters.get(db);
  if (!uses || uses.size === 0) return;
  counters.delete(db);
  try {
    await addUses(db, uses);
  } catch (error) {
    // The next attempt saves them together with those that were counted in the meantime.
    for (const [id, some] of uses) count(db, id, some);
    throw error;
  }
}

export function startSavingUses(deps: Deps): { stop: () => Promise<void> } {
  const schedules = startSchedules(
    [{ name: 'save-article-uses', everySeconds: SAVE_SECONDS, run: () => saveUses(deps) }],
    deps.log,
  );
  return {
    stop: async () => {
      await schedules.stop();
      await saveUses(deps).catch((error: unknown) =>
        deps.log.error({ err: error }, 'article_uses.lost'),
      );
    },
  };
}
