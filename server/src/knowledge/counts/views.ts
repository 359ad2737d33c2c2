// Views of articles, counted in memory and added to the table every few seconds: a GET writes nothing.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { startTicker } from '../../platform/runtime/ticker.ts';
import { addViews } from './counts.sql.ts';

/** A process that is killed loses the views of this time at most; one that is stopped loses none. */
const SAVE_SECONDS = 2;

/** One per pool, which is one per process. */
const counters = new WeakMap<Db, Map<string, number>>();

export function countView({ db }: Pick<Deps, 'db'>, articleId: string): void {
  const views = counters.get(db) ?? new Map<string, number>();
  counters.set(db, views);
  views.set(articleId, (views.get(articleId) ?? 0) + 1);
}

async function saveViews({ db, unprepared }: Deps): Promise<void> {
  const views = counters.get(db);
  if (!views || views.size === 0) return;
  counters.delete(db);
  try {
    await addViews(unprepared, views);
  } catch (error) {
    // Kept for the next attempt, with those that were counted in the meantime.
    const since = counters.get(db) ?? new Map<string, number>();
    for (const [id, n] of views) since.set(id, (since.get(id) ?? 0) + n);
    counters.set(db, since);
    throw error;
  }
}

export function startSavingViews(deps: Deps): { stop: () => Promise<void> } {
  const ticker = startTicker(
    [{ name: 'save-article-views', everySeconds: SAVE_SECONDS, run: () => saveViews(deps) }],
    deps.log,
  );
  return {
    stop: async () => {
      await ticker.stop();
      await saveViews(deps).catch((error: unknown) =>
        deps.log.error({ err: error }, 'article_views.lost'),
      );
    },
  };
}
