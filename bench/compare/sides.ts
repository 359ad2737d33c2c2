// Measures the CPU time of a request or a delivery of one version of the service.
import { withClient } from '../../server/test/support/databases.ts';
import { ownPorts, within } from '../../server/test/support/processes.ts';
import { backendTicks } from '../ratios/cpu.ts';
import { type Requests, runWrk } from '../ratios/wrk.ts';
import { cpuOf } from '../../server/test/support/cpu.ts';
import {
  type Env,
  type ServiceProcess,
  startProcess,
} from '../../server/test/support/service-process.ts';

/** Costs are microseconds for each request or delivery. */
export interface Cost {
  node: number;
  postgres: number;
}

const MICROSECONDS_PER_TICK = 10_000;

interface Program {
  pid: number;
  /** Only backends of this database count, so that other work on the machine does not. */
  database: string;
}

const databaseIn = (env: Env): string => new URL(env['DATABASE_URL'] ?? '').pathname.slice(1);

export async function costOf(
  { pid, database }: Program,
  work: () => Promise<number>,
): Promise<Cost> {
  const before = { node: cpuOf(pid), backends: backendTicks(database) };
  const count = await work();
  const ticks = [...backendTicks(database)].map(
    ([id, now]) => now - (before.backends.get(id) ?? 0),
  );
  return {
    node: (cpuOf(pid) - before.node) / count,
    postgres: (ticks.reduce((sum, one) => sum + one, 0) * MICROSECONDS_PER_TICK) / count,
  };
}

export interface Load {
  token: string;
  records: number;
  connections: number;
  seconds: number;
}

export async function costOfRequests(
  { api, env }: { api: ServiceProcess; env: Env },
  requests: Requests,
  { token, records, connections, seconds }: Load,
): Promise<Cost> {
  const target = { addresses: [api.url], token, records, seed: 1 };
  return costOf({ pid: api.pid(), database: databaseIn(env) }, async () => {
    const { done, failed } = await runWrk(target, requests, connections, seconds);
    if (failed > 0) throw new Error(`${failed} of ${done} requests failed`);
    return done;
  });
}

const INSERT_EVENTS = `
  insert into events (type, record_type, record_id, sequence, occurred_at, data)
  select 'incident.created', 'incident', id, nextval('compared_events'), now(), jsonb_build_object('id', id,
    'short_description', 'Checkout answers 502', 'priority', 'P2', 'state', 'new', 'sequence', 1)
  from (select 'INC' || lpad(n::text, 7, '0') as id from generate_series(1, $1::int) as n) as made`;
const UNDELIVERED = `
  select from (select from events where relayed_at is null limit 1) as unrelayed
  union all select from (select from delivery_queue limit 1) as queued`;

/** Each measurement starts its own worker, because two at once would share the work. */
export async function costOfDeliveries(
  program: string | undefined,
  env: Env,
  deliveries: number,
): Promise<Cost> {
  const worker = await startProcess('worker', { ...env, ...(await ownPorts()) }, program);
  try {
    return await withClient(env['DATABASE_URL'] ?? '', (client) =>
      costOf({ pid: worker.pid(), database: databaseIn(env) }, async () => {
        await client.query('create sequence if not exists compared_events');
        await client.query(INSERT_EVENTS, [deliveries]);
        const isDone = async () => (await client.query(UNDELIVERED)).rowCount === 0;
        await within(120, 'every event is delivered', isDone);
        return deliveries;
      }),
    );
  } finally {
    await worker.stop();
  }
}
