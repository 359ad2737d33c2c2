// Jobs are processed round robin over callers, some rows of each, so that one caller's many jobs do not delay another
// caller's first. The jobs of one caller run one after the other, oldest first.
import { setTimeout } from 'node:timers/promises';
import type { DueWork } from '../platform/background/due-work.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { BulkOffers } from '../records/index.ts';
import { processedRows } from './bulk.metrics.ts';
import { Rows } from './bulk.rows.ts';
import { anyUnfinished, nextJob, readJobInput } from './bulk.sql.ts';

/** A process serves this many callers concurrently; each uses one connection. */
const MAX_SLOTS = 4;
const ROWS_BEFORE_NEXT_CALLER = 20;
/** Polls find jobs whose notification was lost. */
const POLL_MS = 1000;
/** The pause while another worker has locked the caller's job. */
const LOCKED_MS = 50;
const RETRY_MS = 500;

/** The key of an offer is the name of the records in jobs, such as `incidents`. */
export function bulkWork(deps: Deps, offers: BulkOffers): DueWork {
  const { db, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Set<string>();
  const slots = new Set<Promise<void>>();
  let last = '';
  let hasNewWork = false;

  const pause = (ms: number): Promise<void> =>
    setTimeout(ms, undefined, { signal }).catch(() => {});

  /** Delays the caller's other jobs, too, but not those of other callers. */
  const pauseAndRetry = (rows: Rows, request_id: string) => async (error: unknown) => {
    if (rows.isStuck) throw error;
    log.warn({ err: error, request_id }, 'bulk.row_delayed');
    await pause(RETRY_MS);
    return 'retry' as const;
  };

  const processRows = async (id: string): Promise<void> => {
    const job = await readJobInput(db, id);
    if (!job) return;
    const offer = offers[job.type];
    const operation = offer?.operations[job.operation];
    // The operation is unknown here; a worker of another version will process it.
    if (!operation) return pause(RETRY_MS);
    const rows = new Rows(deps, job, { ...operation, bulkPolicy: offer.policy });
    for (let done = 0; done < ROWS_BEFORE_NEXT_CALLER && !signal.aborted;) {
      const batch = await rows.next().catch(pauseAndRetry(rows, job.request_id));
      if (batch === 'retry') continue;
      if (!batch) return done === 0 ? pause(LOCKED_MS) : undefined;
      done += batch.rows;
      processedRows.inc({ type: job.type }, batch.rows);
      if (batch.status === 'running') continue;
      const { request_id, actor } = job;
      log.info({ job: id, request_id, actor: actor.email, ...batch }, 'bulk.finished');
      return;
    }
  };

  const serve = async (): Promise<void> => {
    while (!signal.aborted) {
      hasNewWork = false;
      const next = await nextJob(db, last, [...busy]);
      if (!next) {
        if (hasNewWork) continue;
        return;
      }
      // Another slot may have selected the same caller concurrently.
      if (busy.has(next.caller)) continue;
      last = next.caller;
      busy.add(next.caller);
      startSlot();
      try {
        await processRows(next.id);
      } catch (error) {
        log.warn({ err: error, job: next.id }, 'bulk.interrupted');
        await pause(RETRY_MS);
      } finally {
        busy.delete(next.caller);
      }
    }
  };

  const startSlot = (): void => {
    hasNewWork = true;
    if (slots.size >= MAX_SLOTS || signal.aborted) return;
    const running = serve()
      .catch((error: unknown) => log.warn({ err: error }, 'bulk.stalled'))
      .finally(() => slots.delete(running));
    slots.add(running);
  };

  return {
    name: 'bulk',
    waitMs: anyUnfinished,
    pauseMs: POLL_MS,
    channel: 'bulk',
    run: async () => startSlot(),
    stop: async () => {
      stopping.abort();
      await Promise.all(slots);
    },
  };
}
