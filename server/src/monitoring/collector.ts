// Measures the database when the metrics are scraped, so a process that nobody scrapes costs nothing. Scrapes share a
// result for some seconds, and none fails or waits long because of the database.
import { afterAwake, systemClock } from '../platform/clock.ts';
import { beforeScrape } from '../platform/runtime/metrics.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { Measure } from './measures.ts';
import { clear, measured } from './monitoring.metrics.ts';
import { readBriefly } from './monitoring.sql.ts';

/** Two Prometheus servers that scrape the same process cause one measurement. */
const CACHED_MS = 5000;
/** Prometheus gives up after 10 s, and other metrics show why the database does not respond. */
const MEASURED_WITHIN_MS = 3000;

/** A health check waits for the same connection, and may take longer than this. */
const STATEMENT_MS = 500;

type Where = Pick<Deps, 'probe' | 'now' | 'monotonicMs' | 'log'>;

/** Each scrape calls the returned function. */
export function collectorOf(
  { probe, now, monotonicMs, log }: Where,
  measures: readonly Measure[],
  { clock = systemClock, statementMs = STATEMENT_MS } = {},
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let expiresAt = -Infinity;

  const giveUp = (left: readonly Measure[]) => {
    for (const { part, gauges } of left) {
      gauges.forEach(clear);
      measured.set({ part }, 0);
    }
  };
  /** Parts are measured one after the other, so that health checks come in between. */
  const measureAll = async () => {
    for (const [index, { part, run }] of measures.entries()) {
      try {
        await readBriefly(probe, statementMs, (db) => run(db, now()));
        measured.set({ part }, 1);
      } catch (error) {
        log.warn({ err: error, part }, 'metrics.unmeasured');
        giveUp(measures.slice(index, index + 1));
        // Errors of PostgreSQL have a severity; after any other error, the rest cannot be measured either.
        if (!(error as { severity?: string }).severity) return giveUp(measures.slice(index));
      }
    }
  };
  return async () => {
    if (!running && monotonicMs() < expiresAt) return;
    running ??= measureAll().finally(() => {
      running = undefined;
      expiresAt = monotonicMs() + CACHED_MS;
    });
    const late = Promise.withResolvers<void>();
    const cancel = afterAwake(clock, MEASURED_WITHIN_MS, () => {
      giveUp(measures);
      late.resolve();
    });
    await Promise.race([running, late.promise]).finally(cancel);
  };
}

/** Returns a function that ends the measuring. */
export function measureAtScrape(deps: Deps, measures: readonly Measure[]): () => void {
  const collect = collectorOf(deps, measures);
  return beforeScrape(collect);
}
