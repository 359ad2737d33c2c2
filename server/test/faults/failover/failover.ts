// A primary is lost in several ways while callers write: nothing acknowledged is lost, events and deliveries arrive in
// order, no process of the service is restarted, and no two primaries accept writes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../support/databases.ts';
import { withClient } from '../../support/databases.ts';
import { deliveryFaults } from '../../support/delivery-log.ts';
import { within } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { Cluster } from './cluster.ts';
import { DIRECT_WRITES_TABLE, DirectWriters } from './direct-writers.ts';
import { kinds } from './kinds.ts';
import { startService } from './service.ts';
import { Writers } from './writers.ts';

interface Sizes {
  rounds: number;
  rate: number;
}

interface Round {
  kind: string;
  outageSeconds: number;
  healthySeconds: number;
}

type Service = Awaited<ReturnType<typeof startService>>;

/** After a round, writes go on for this long, so that a late consequence is part of it. */
const SETTLED_MS = 3000;
const READ_SECONDS = 180;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/** Writes are acknowledged by another primary for two seconds. */
const untilMoved = (cluster: Cluster, before: string, writers: Writers) =>
  within(120, 'another primary is used', async () => {
    if ((await cluster.primary()).name === before) return false;
    const at = performance.now();
    await sleep(1000);
    if (writers.countSince(at) === 0) return false;
    await sleep(1000);
    return true;
  });

async function runRound(
  cluster: Cluster,
  writers: Writers,
  name: string,
  stopped: Promise<void>,
): Promise<Round> {
  const kind = kinds[name];
  if (!kind) throw new Error(`--kinds must be some of ${Object.keys(kinds).join()}, not ${name}`);
  const { name: before } = await cluster.primary();
  const from = performance.now();
  const mend = await kind.strike(cluster);
  try {
    if (kind.isMoving) await Promise.race([untilMoved(cluster, before, writers), stopped]);
  } finally {
    await mend();
  }
  await cluster.untilHealthy();
  const healthySeconds = (performance.now() - from) / 1000;
  const { name: after } = await cluster.primary();
  if (!kind.isMoving && after !== before)
    throw new Error(`The primary has moved from ${before} to ${after}`);
  await sleep(SETTLED_MS);
  return { kind: name, outageSeconds: writers.longestGap(from, performance.now()), healthySeconds };
}

/** Returns the sequences of each record in the order of the log. */
async function readSequences(client: Client): Promise<Map<string, number[]>> {
  const { rows } = await client.query(
    `select record_id, array_agg(sequence::int order by position) as sequences
     from events where record_type = 'incident' group by record_id`,
  );
  return new Map(rows.map(({ record_id, sequences }) => [record_id, sequences]));
}

async function recordFaults(
  client: Client,
  { records }: Writers,
  sequences: Map<string, number[]>,
): Promise<string[]> {
  const { rows } = await client.query('select id, description from incidents');
  const stored = new Map(rows.map(({ id, description }) => [String(id), String(description)]));
  return [...records].flatMap(([id, { writes, description, isUncertain }]) => {
    const found = stored.get(id);
    if (found === undefined) return [`${id} was acknowledged and is lost`];
    if (isUncertain) return [];
    const events = sequences.get(id) ?? [];
    return [
      ...(found === description
        ? []
        : [`${id} has "${found}" instead of "${description}", which was acknowledged`]),
      ...(events.length === writes
        ? []
        : [`${id} has ${events.length} events of ${writes} writes`]),
      ...(events.every((sequence, n) => sequence === n + 1)
        ? []
        : [`${id} has the sequences ${events.join()}`]),
    ];
  });
}

/** A sequence may arrive again, but must not arrive first after a later one, or not at all. */
function orderFaults(
  what: string,
  received: ReadonlyMap<string, readonly number[]>,
  sequences: Map<string, number[]>,
): string[] {
  return [...sequences].flatMap(([id, expected]) => {
    const arrived = [...new Set(received.get(id))];
    return arrived.join() === expected.join()
      ? []
      : [`${what}: ${id} arrived as ${arrived.join() || 'nothing'} instead of ${expected.join()}`];
  });
}

const countOf = (received: ReadonlyMap<string, readonly number[]>): number =>
  [...received.values()].reduce((sum, all) => sum + new Set(all).size, 0);

function deliveredSequences({ log }: Service): Map<string, number[]> {
  const delivered = new Map<string, number[]>();
  for (const { record, sequence } of log.all) {
    const sequences = delivered.get(record) ?? [];
    delivered.set(record, sequences);
    sequences.push(sequence);
  }
  return delivered;
}

/** A failure of all callers is one fault with its number. */
const countSame = (faults: readonly string[]): string[] =>
  Object.entries(Object.groupBy(faults, (text) => text)).map(
    ([text, all = []]) => `${all.length} times: ${text}`,
  );

/** Waits for the last events and deliveries, then compares everything. */
async function findFaults(
  client: Client,
  service: Service,
  writers: Writers,
  direct: DirectWriters,
): Promise<string[]> {
  // The connection is idle while the last events arrive; if it ends, the next query fails.
  client.on('error', () => {});
  const sequences = await readSequences(client);
  const events = countOf(sequences);
  const listReceived = () => [
    ...service.readers.map((one) => one.received),
    deliveredSequences(service),
  ];
  await within(READ_SECONDS, 'all events arrive', () =>
    listReceived().every((one) => countOf(one) >= events),
  ).catch(() => {});
  return [
    ...countSame(writers.faults),
    ...countSame(service.readers.flatMap((reader) => reader.faults)),
    ...service.endedProcesses().map((name) => `${name} has ended or was restarted`),
    ...(await direct.faults(client)),
    ...(await recordFaults(client, writers, sequences)),
    ...service.readers.flatMap((reader, n) =>
      orderFaults(`stream ${n + 1}`, reader.received, sequences),
    ),
    ...orderFaults('deliveries', deliveredSequences(service), sequences),
    ...deliveryFaults(service.log),
  ];
}

/** The run may be asked to end, and then reports how far it came. */
function stopSignal(): { signal: AbortSignal; stopped: Promise<void> } {
  const over = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => over.abort());
  const stopped = new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { signal: over.signal, stopped };
}

const outageGoals = (rounds: readonly Round[]) =>
  Object.entries(Object.groupBy(rounds, ({ kind }) => kind)).map(([kind, all = []]) =>
    atMost(
      `${kind}: p95 of the outage of writes`,
      p95(all.map(({ outageSeconds }) => outageSeconds)),
      kinds[kind]?.goalSeconds ?? 0,
      ' s',
    ),
  );

export async function proveFailover(
  { rounds, rate }: Sizes,
  { through = 'hosts', kinds: chosen = Object.keys(kinds).join() }: Partial<Record<string, string>>,
): Promise<Report> {
  const names = chosen.split(',');
  const { signal: over, stopped } = stopSignal();
  const cluster = await Cluster.start();
  console.log('The cluster is healthy.');
  const done: Round[] = [];
  const faults: string[] = [];
  try {
    const url = through === 'haproxy' ? await cluster.startProxy() : cluster.hostsUrl;
    await withClient(await cluster.ownerUrl(), (client) => client.query(DIRECT_WRITES_TABLE));
    const service = await startService(url);
    try {
      const began = performance.now();
      const writers = new Writers(service.clients, rate);
      const direct = new DirectWriters(cluster.nodes);
      await sleep(SETTLED_MS);
      for (let n = 0; n < rounds && !over.aborted; n += 1) {
        const round = await runRound(
          cluster,
          writers,
          names[n % names.length] ?? '',
          stopped,
        ).catch((error: Error) => void faults.push(`round ${n + 1}: ${error.message}`));
        if (!round) break;
        done.push(round);
        const { kind, outageSeconds, healthySeconds } = round;
        console.log(
          `round ${n + 1} of ${rounds}: ${kind}, no write for ${outageSeconds.toFixed(1)} s, healthy after ${healthySeconds.toFixed(1)} s, ${writers.acknowledgedAt.length} writes, ${writers.faults.length} errors`,
        );
      }
      const seconds = (performance.now() - began) / 1000;
      if (done.length < rounds)
        faults.push(`the run ended after ${done.length} of ${rounds} rounds`);
      await writers.stop();
      await direct.stop();
      await withClient((await cluster.primary()).url, async (client) =>
        faults.push(...(await findFaults(client, service, writers, direct))),
      );
      for (const reader of service.readers) await reader.stop();
      const outages = done.map(({ outageSeconds }) => outageSeconds);
      const busySeconds = seconds - outages.reduce((sum, one) => sum + one, 0);
      return {
        figures: {
          rounds: done.length,
          writes: writers.acknowledgedAt.length,
          writesPerSecond: Math.round(writers.acknowledgedAt.length / busySeconds),
          retried: writers.retried,
          directWrites: direct.count,
          deliveries: service.log.all.length,
          streamConnections: service.readers.reduce((sum, one) => sum + one.connections, 0),
          machinesCopiedAgain: cluster.copied,
          longestOutageSeconds: Number(Math.max(0, ...outages).toFixed(1)),
        },
        faults,
        notes: Object.entries(Object.groupBy(done, ({ kind }) => kind)).map(
          ([kind, all = []]) =>
            `${kind}: no write for ${all.map(({ outageSeconds }) => outageSeconds.toFixed(1)).join(', ')} s`,
        ),
        goals: outageGoals(done),
      };
    } finally {
      await service.stop();
    }
  } finally {
    await cluster.remove();
  }
}
