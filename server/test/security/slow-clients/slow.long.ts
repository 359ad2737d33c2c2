// Two thousand slow clients of one API process are disconnected soon, and a good client is hardly affected.
import { startFleet } from '../../support/fleet.ts';
import type { Report } from '../../support/report.ts';
import { idleKind, type Outcome, slowClients, slowKinds, type Target, unreadKind } from './slow.ts';

/** Each of four kinds has as many; 2,000 in all. */
const SOCKETS = 500;
const IDLE_SOCKETS = 100;
const CLOSED_WITHIN_MS = 15_000;
/** A connection may stay longer than the 65 s idle timeout: Node adds a second. */
const TOLERANCE_MS = 2000;
const MAX_RATIO = 2;
const ALONE_MS = 10_000;

/** Tests the kinds that are closed for another reason: an unread response of 12 MB, or an idle connection. */
async function proveOthers(target: Target): Promise<Outcome[]> {
  const kinds = [await unreadKind(target), idleKind(IDLE_SOCKETS)];
  const { outcomes } = await slowClients(target, kinds, 0);
  return outcomes;
}

export async function proveSlow(areOthers = true): Promise<Report> {
  const fleet = await startFleet(1);
  try {
    const { authorization = '' } = await fleet.bearer('slow');
    const target: Target = { url: fleet.apis[0]?.url ?? '', authorization };
    const { outcomes, alone, beside } = await slowClients(
      target,
      slowKinds(target, SOCKETS),
      ALONE_MS,
    );
    const all = [...outcomes, ...(areOthers ? await proveOthers(target) : [])];
    console.table(all);
    const ratio = beside.p99 / alone.p99;
    const faults = [
      ...all
        .filter(
          ({ limitMs, longestMs }) =>
            longestMs > Math.max(limitMs + TOLERANCE_MS, CLOSED_WITHIN_MS),
        )
        .map(({ name, longestMs }) => `${name}: closed after ${longestMs} ms`),
      ...all
        .filter(({ neverClosed }) => neverClosed > 0)
        .map(({ name, neverClosed }) => `${name}: ${neverClosed} never closed`),
      ...(beside.unserved > 0 ? [`the good client was not served ${beside.unserved} times`] : []),
      ...(ratio < MAX_RATIO ? [] : [`the good client's p99 was ${ratio.toFixed(2)} times as long`]),
    ];
    return {
      figures: {
        sockets: outcomes.reduce((sum, { sockets }) => sum + sockets, 0),
        longest_ms: Math.max(...outcomes.map(({ longestMs }) => longestMs)),
        good_answers_alone: alone.responses,
        good_answers_beside: beside.responses,
        good_p50_ms: Number(alone.p50.toFixed(1)),
        good_p50_beside_ms: Number(beside.p50.toFixed(1)),
        good_p99_ms: Number(alone.p99.toFixed(1)),
        good_p99_beside_ms: Number(beside.p99.toFixed(1)),
        p99_ratio: Number(ratio.toFixed(2)),
        good_slowest_beside_ms: Math.round(beside.slowest),
      },
      faults,
    };
  } finally {
    await fleet.stop();
  }
}
