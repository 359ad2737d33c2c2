// The primary is killed while its transaction ids are ahead of those that its synchronous standby knows. The new primary
// gives some of them out again; a reader that continues with its last position misses none of their events.
import { randomUUID } from 'node:crypto';
import { LogWitness } from '../../../src/events/identity/log-witness.ts';
import { retentionSettings } from '../../../src/events/index.ts';
import type { StreamPosition } from '../../../src/events/stream/position.ts';
import { type LogState, readAfter, readLogState } from '../../../src/events/stream/stream.sql.ts';
import type { Db } from '../../../src/platform/postgres/tables.ts';
import { offerSettings } from '../../../src/platform/runtime/settings.ts';
import { withClient } from '../../support/databases.ts';
import { OwnPostgres } from '../../support/own-postgres.ts';
import { processDeps } from '../../support/process-deps.ts';
import { until } from '../../support/processes.ts';
import { atLeast, atMost, type Report } from '../../support/report.ts';

interface Sizes {
  /** This many events are written before the failover, and as many after it. */
  events: number;
  /** The old primary is ahead by this many transaction ids. */
  ahead: number;
}

const STANDBY = 'second';
const LIMITS = { rows: 500, bytes: 1024 * 1024 };

const INSERT = `insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
  values ('incident.updated', 'incident', 'INC0000001', $1, now(), '{}', now()) returning id, xid::text`;

/** Each event has its own transaction. */
const writeEvents = (url: string, count: number): Promise<{ id: string; xid: number }[]> =>
  withClient(url, async (client) => {
    const written = [];
    for (let n = 0; n < count; n += 1) {
      const { rows } = await client.query(INSERT, [n]);
      written.push({ id: String(rows[0].id), xid: Number(rows[0].xid) });
    }
    return written;
  });

/** Each transaction that is rolled back has used an id. */
const useIds = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    for (let n = 0; n < count; n += 1)
      await client.query('begin; select pg_current_xact_id(); rollback');
  });

async function readAll(db: Db, state: LogState, from: StreamPosition) {
  const ids: string[] = [];
  let cursor = from;
  for (let hasMore = true; hasMore;) {
    const batch = await readAfter(db, state, cursor, {}, LIMITS);
    ids.push(...batch.events.map(({ id }) => id));
    ({ end: cursor, hasMore } = batch);
  }
  return { ids, cursor };
}

export async function proveLogIdentity({ events, ahead }: Sizes): Promise<Report> {
  offerSettings([retentionSettings]);
  const name = `test-${randomUUID()}`;
  const primary = await OwnPostgres.start();
  const standby = await OwnPostgres.standbyOf(primary, STANDBY);
  const old = processDeps(primary.url, name);
  const renewed = processDeps(standby.url, name);
  try {
    await withClient(primary.url, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
      await client.query('select pg_reload_conf()');
    });
    await until('commits wait for the standby', () =>
      withClient(primary.url, async (client) => {
        const { rows } = await client.query('select sync_state from pg_stat_replication');
        return rows[0]?.sync_state === 'sync';
      }),
    );
    const before = await readLogState(old.deps.db);
    const first = await writeEvents(primary.url, events);
    const read = await readAll(old.deps.db, before, before.newest);
    // The standby has what was committed, and does not hear of these.
    await standby.kill();
    await useIds(primary.url, ahead);
    // Clients of earlier releases were given this horizon.
    const oldHorizon = await withClient(primary.url, async (client) => {
      const { rows } = await client.query(
        'select pg_snapshot_xmax(pg_current_snapshot())::text as x',
      );
      return Number(rows[0].x);
    });
    await primary.kill();
    await standby.start();
    await withClient(standby.url, (client) => client.query('select pg_promote()'));
    const second = await writeEvents(standby.url, events);
    const after = await readLogState(renewed.deps.db, read.cursor);
    const resumed = await readAll(renewed.deps.db, after, read.cursor);
    const witness = new LogWitness(renewed.deps);
    witness.record(
      before,
      first.map(({ id }, n) => ({ id, position: n + 1, occurred_at: new Date().toISOString() })),
    );
    await witness.check();
    const { generation } = await readLogState(renewed.deps.db);
    const missed = second.filter(({ id }) => !resumed.ids.includes(id)).length;
    const belowHorizon = second.filter(({ xid }) => xid < oldHorizon).length;
    return {
      figures: { events: first.length + second.length, below_old_horizon: belowHorizon, missed },
      faults: [
        ...(read.ids.length === events
          ? []
          : ['The reader did not get all events before the failover.']),
        ...(after.identity === before.identity ? [] : ['The identity changed.']),
        ...(after.hasEvent ? [] : ['The new primary lacks the last event that was read.']),
        ...(resumed.ids.length === events - missed
          ? []
          : [`The reader got ${resumed.ids.length} events.`]),
        ...(generation === before.generation ? [] : ['A restore was suspected.']),
      ],
      goals: [
        atMost('events missed after the failover', missed, 0),
        atLeast('events that the old horizon would have skipped', belowHorizon, 1),
      ],
    };
  } finally {
    await Promise.all([old.close(), renewed.close()]);
    await primary.remove();
    await standby.remove();
  }
}
