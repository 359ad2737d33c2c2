// Processes and connections of streams are killed while events are written: a client that reconnects misses none and gets
// none twice.
import { withClient } from '../../support/databases.ts';
import { writeEvents } from '../../support/event-writers.ts';
import { startFleet } from '../../support/fleet.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { StreamReader } from '../../support/stream-readers.ts';

export interface StreamKillOptions {
  kills: number;
  /** This many API processes serve the streams. */
  processes: number;
  streams: number;
  rate: number;
  seed: number;
}

const RECORDS = 24;
const CONNECTIONS = 8;
/** At least this many events are written between two kills, so that there is something to miss. */
const EVENTS_BETWEEN = 20;

const cutDatabase = (url: string) =>
  withClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'writers'`,
    ),
  );

export async function proveStreamKills(options: StreamKillOptions): Promise<Report> {
  const { kills, processes, streams, rate, seed } = options;
  const random = randomFrom(seed);
  const fleet = await startFleet(processes);
  const records = Array.from({ length: RECORDS }, (_, n) => `INC9${String(n).padStart(6, '0')}`);
  let killed = 0;
  let isOver = false;
  try {
    const readers = await Promise.all(
      Array.from({ length: streams }, async (_, n) => {
        const [record = ''] = n % 2 === 0 ? [] : [random.pick(records)];
        const reader = new StreamReader({
          name: `stream ${n}`,
          token: await fleet.mint({ sub: `s${n}`, roles: ['auditor'] }),
          query: record && `?record=${record}`,
          urlOf: () => random.pick(fleet.apis).url,
        });
        await reader.start();
        return { reader, watched: record ? [record] : records };
      }),
    );
    const fullReaders = readers.filter(({ watched }) => watched === records);
    const receivedByAll = () => Math.min(...fullReaders.map(({ reader }) => reader.count));
    const writers = {
      url: fleet.databaseUrl,
      connections: CONNECTIONS,
      records,
      eventsPerSecond: rate,
      random,
    };
    const writing = writeEvents({ ...writers, slowShare: 0.1, slowMs: 200 }, () => isOver);
    writing.catch(() => {});
    const untilReceived = async (count: number) => {
      const behind = () =>
        fullReaders
          .map(({ reader }) => `${reader.name}: ${reader.count}, ${reader.state}`)
          .join('; ');
      await until('events arrive', () => receivedByAll() >= count).catch((error: Error) => {
        throw new Error(`${error.message}: ${count} events expected at each of ${behind()}`);
      });
    };
    const killAndRestart = async (api: ServiceProcess) => {
      await api.kill();
      await api.restart();
    };
    const failures = [
      // All processes are killed, so that none has the recent events in memory.
      async () => void (await Promise.all(fleet.apis.map(killAndRestart))),
      async () => void (await cutDatabase(fleet.databaseUrl)),
      async () => readers.forEach(({ reader }) => random.chance(0.5) && reader.cut()),
      () => killAndRestart(random.pick(fleet.apis)),
    ];
    for (; killed < kills; killed += 1) {
      const before = receivedByAll();
      await untilReceived(before + EVENTS_BETWEEN);
      await failures[killed % failures.length]?.();
    }
    isOver = true;
    const ledger = await writing;
    // Streams of one record are awaited too, because a slower process may serve them.
    const hasAll = ({ reader, watched }: (typeof readers)[number]) =>
      ledger.faultsOf(reader.name, watched, reader.received).length === 0;
    await until('all events arrive', () => readers.every(hasAll)).catch(() => {});
    await Promise.all(readers.map(({ reader }) => reader.stop()));
    const connections = readers.reduce((sum, { reader }) => sum + reader.connections, 0);
    return {
      figures: { seed, kills: killed, streams, connections, events: ledger.size },
      faults: readers.flatMap(({ reader, watched }) => [
        ...ledger.faultsOf(reader.name, watched, reader.received),
        ...reader.refused.map((reply) => `${reader.name} was refused: ${reply}`),
      ]),
    };
  } finally {
    isOver = true;
    await fleet.stop();
  }
}
