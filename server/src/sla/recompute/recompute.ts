// Computes the clocks of open records anew after policies or calendars were changed, from their histories. Any number of
// workers do so concurrently: a batch is one transaction, and a record that another one has locked is left to the next
// poll. A process that still saves records by earlier definitions leaves them their version, by which they are found again.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DueWork } from '../../platform/background/due-work.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readSlaDefinitions, type SlaType } from '../../platform/runtime/sla-definitions.ts';
import { monotonicNow, saveColumns, saveUpdates } from '../../records/index.ts';
import { actorOfClock } from '../clock-actor.ts';
import { shownTimes } from '../clocks/ledger.ts';
import { compiledDefinitions } from '../definitions.ts';
import { byVersion, isOutdated, recomputeWaitMs } from './recompute.sql.ts';
import { type ClockRow, clockedType } from '../typed.ts';
import { rebuildRows } from '../with-clocks.ts';

/** A request for one of these records waits for the whole batch. */
const MAX_BATCH = 200;

/** A change that nobody would see makes no version of the record. */
const isSeen = (before: ClockRow, after: ClockRow): boolean =>
  before.sla_policy?.id !== after.sla_policy?.id ||
  shownTimes(before.sla_clocks ?? {}) !== shownTimes(after.sla_clocks ?? {});

/** Returns the number of records whose clocks were computed. */
async function recomputeBatch(deps: Deps, name: SlaType): Promise<number> {
  const { config, log, now } = deps;
  const type = clockedType(name);
  const { sla: record } = type;
  const [settings, fields, asOf] = [await deps.settings(), await deps.fields(), now()];
  const requestId = `sla-recompute-${randomUUID()}`;
  const by = { requestId, baseUrl: config.BASE_URL, actor: actorOfClock(config.BASE_URL) };
  const { rows, seen } = await transact(deps, async (tx) => {
    const sla = await readSlaDefinitions(tx);
    const definitions = compiledDefinitions(sla, fields);
    const before = await type.table.lockWhere(
      tx,
      isOutdated(name, definitions.version),
      byVersion,
      MAX_BATCH,
    );
    const nowOf = (row: ClockRow) => monotonicNow(type, row, asOf);
    const after = await rebuildRows(tx, record, before, definitions, settings, nowOf);
    const updates = before.map((row, at) => ({
      context: { ...by, now: nowOf(row) },
      before: row,
      next: after[at] ?? row,
    }));
    const [changed, same] = [
      updates.filter((one) => isSeen(one.before, one.next)),
      updates.filter((one) => !isSeen(one.before, one.next)),
    ];
    await saveColumns(
      tx,
      type.table.name,
      record.columns,
      same.map(({ next }) => next),
    );
    await saveUpdates(tx, type, record.columns as never, changed, { kind: 'sla_policies' });
    return { rows: before.length, seen: changed.length };
  });
  if (rows > 0) log.info({ request_id: requestId, records: rows, changed: seen }, 'sla.recomputed');
  return rows;
}

export const recomputeWork = (deps: Deps, name: SlaType): DueWork => ({
  name: `recompute-sla-of-${name}s`,
  waitMs: () => recomputeWaitMs(name),
  channel: 'settings',
  run: async () => {
    const began = performance.now();
    const rows = await recomputeBatch(deps, name);
    // Requests get a fifth of the time. A batch uses one core, the database's or this process's.
    await sleep((performance.now() - began) / 4);
    return rows === MAX_BATCH;
  },
});
