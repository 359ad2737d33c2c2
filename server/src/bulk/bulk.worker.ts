// Jobs get done: callers take turns of some rows each, in the order of their names, so that nobody's many jobs keep
// another's first one waiting. One caller's jobs run one after the other, in the order in which they were asked for.
import { setTimeout } from 'node:timers/promises';
import type { Deps } from '../platform/runtime/deps.ts';
import { listen } from '../platform/postgres/commit-notifier.ts';
import { doneRows } from './bulk.metrics.ts';
import type { BulkOperations } from './bulk.operations.ts';
import { Rows } from './bulk.rows.ts';
import { nextTurn, readWork } from './bulk.sql.ts';

/** Callers served at once by a process; each uses one connection. */
const LANES = 4;
const ROWS_PER_TURN = 20;
/** A wake-up may be lost. */
const POLL_MS = 1000;
const SHARED_POLL_MS = 250;
/** While another worker has the caller's job. */
const HELD_MS = 50;
const TROUBLE_MS = 500;

export function startBulk(deps: Deps, operations: BulkOperations): { stop: () => Promise<void> } {
  const { db, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Set<string>();
  const lanes = new Set<Promise<void>>();
  let last = '';
  let isWanted = false;

  const pause = (ms: number): Promise<void> =>
    setTimeout(ms, undefined, { signal }).catch(() => {});

  /** The caller's other jobs wait as long; other callers do not. */
  const troubled = (rows: Rows, request_id: string) => async (error: unknown) => {
    if (rows.isStuck) throw error;
    log.warn({ err: error, request_id }, 'bulk.row_delayed');
    await pause(TROUBLE_MS);
    return 'again' as const;
  };

  /** Up to the end of the turn or of the job. */
  const serve = async (id: string): Promise<void> => {
    const work = await readWork(db, id);
    if (!work) return;
    const operation = operations[work.type]?.[work.operation];
    // A worker of another version knows it.
    if (!operation) return pause(TROUBLE_MS);
    const rows = new Rows(deps, work, operation);
    for (let done = 0; done < ROWS_PER_TURN && !signal.aborted;) {
      const turned = await rows.next().catch(troubled(rows, work.request_id));
      if (turned === 'again') continue;
      if (!turned) return done === 0 ? pause(HELD_MS) : undefined;
      done += turned.rows;
      doneRows.inc({ type: work.type }, turned.rows);
      if (turned.status === 'running') continue;
      const { request_id, actor } = work;
      log.info({ job: id, request_id, actor: actor.email, ...turned }, 'bulk.finished');
      return;
    }
  };

  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      isWanted = false;
      const turn = await nextTurn(db, last, [...busy]);
      if (!turn) {
        if (isWanted) continue;
        return;
      }
      // Another lane asked at the same moment and got the same answer.
      if (busy.has(turn.caller)) continue;
      last = turn.caller;
      busy.add(turn.caller);
      wake();
      try {
        await serve(turn.id);
      } catch (error) {
        log.warn({ err: error, job: turn.id }, 'bulk.interrupted');
        await pause(TROUBLE_MS);
      } finally {
        busy.delete(turn.caller);
      }
    }
  };

  const wake = (): void => {
    isWanted = true;
    if (lanes.size >= LANES || signal.aborted) return;
    const running = lane()
      .catch((error: unknown) => log.warn({ err: error }, 'bulk.stalled'))
      .finally(() => lanes.delete(running));
    lanes.add(running);
  };

  const poll = setInterval(wake, deps.sharesBackend ? SHARED_POLL_MS : POLL_MS);
  const listening = deps.sharesBackend
    ? undefined
    : listen(deps.config.DATABASE_URL, { bulk: wake });
  wake();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(poll);
      await listening?.stop();
      await Promise.all(lanes);
    },
  };
}
