// Each of many event streams of one process gets exactly the events that its caller may read, in order and in time.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient, percentile } from '../../server/test/support/client.ts';
import { cpuOf } from '../../server/test/support/cpu.ts';
import { writeEvents } from '../../server/test/support/event-writers.ts';
import { type Fleet, startFleet } from '../../server/test/support/fleet.ts';
import { within } from '../../server/test/support/processes.ts';
import { randomFrom } from '../../server/test/support/random.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { StreamReader } from '../../server/test/support/stream-readers.ts';

export interface StreamsOptions {
  /** This many streams belong to requesters, each of whom sees one of the records. */
  narrow: number;
  /** This many streams belong to callers who see all records. */
  wide: number;
  records: number;
  rate: number;
  seconds: number;
  /** This share of the transactions commits late, which delays the stream. */
  slowPercent: number;
  seed: number;
}

const CONNECTIONS = 8;
const MAX_MS = 250;
const OPENED_AT_ONCE = 50;

const emailOf = (record: number): string => `r${record}@example.com`;

async function openRecords({ apis: [api], mint }: Fleet, count: number): Promise<string[]> {
  const client = new LoadClient(8);
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const token = await mint({ sub: `r${n}`, email: emailOf(n), roles: ['requester'] });
      const { status, text } = await client.send(`${api?.url}/prod/api/v1/incidents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ short_description: 'streamed' }),
      });
      if (status !== 201) throw new Error(text);
      return (JSON.parse(text) as { id: string }).id;
    }),
  );
  client.close();
  return ids;
}

export async function proveStreams(options: StreamsOptions): Promise<Report> {
  const { narrow, wide, rate, seconds, slowPercent, seed } = options;
  const random = randomFrom(seed);
  const fleet = await startFleet(1, { MAX_STREAMS: String(narrow + wide) });
  const [api] = fleet.apis;
  const receipts: { record: string; sequence: number; at: number }[] = [];
  try {
    const records = await openRecords(fleet, options.records);
    const onEvent = (record: string, sequence: number) =>
      void receipts.push({ record, sequence, at: performance.now() });
    const urlOf = () => api?.url ?? '';
    const claimsOf = (n: number) =>
      n < narrow
        ? { sub: `n${n}`, email: emailOf(n % records.length), roles: ['requester'] }
        : { sub: `w${n}`, email: `w${n}@example.com`, roles: ['agent'] };
    const readers: { reader: StreamReader; watched: string[] }[] = [];
    const open = async (n: number) => {
      const reader = new StreamReader({
        name: `stream ${n}`,
        token: await fleet.mint(claimsOf(n)),
        urlOf,
        onEvent,
      });
      await reader.start();
      const own = records[n % records.length];
      readers.push({ reader, watched: n < narrow && own ? [own] : records });
    };
    for (let n = 0; n < narrow + wide; n += OPENED_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(OPENED_AT_ONCE, narrow + wide - n) }, (_, at) =>
          open(n + at),
        ),
      );
    const cpuBefore = cpuOf(api?.pid() ?? 0);
    let isOver = false;
    const writing = writeEvents(
      {
        url: fleet.databaseUrl,
        connections: CONNECTIONS,
        records,
        eventsPerSecond: rate,
        slowShare: slowPercent / 100,
        slowMs: 500,
        random,
      },
      () => isOver,
    );
    writing.catch(() => {});
    await sleep(seconds * 1000);
    isOver = true;
    const ledger = await writing;
    const expectedCount = ({ watched }: (typeof readers)[number]) =>
      watched.reduce((sum, record) => sum + (ledger.committed.get(record)?.length ?? 0), 0);
    await within(60, 'every stream has received its events', () =>
      readers.every((one) => one.reader.count >= expectedCount(one)),
    ).catch(() => {});
    const cpuSeconds = (cpuOf(api?.pid() ?? 0) - cpuBefore) / 1e6;
    await Promise.all(readers.map(({ reader }) => reader.stop()));
    const times = receipts.map(({ record, sequence, at }) =>
      Math.max(0, at - (ledger.commitTime(record, sequence) ?? at)),
    );
    const p99 = percentile(times, 0.99);
    return {
      figures: {
        seed,
        streams: readers.length,
        events: ledger.size,
        received: receipts.length,
        p50_ms: Math.round(percentile(times, 0.5)),
        p99_ms: Math.round(p99),
        api_cpu_share: Number((cpuSeconds / seconds).toFixed(2)),
      },
      faults: readers.flatMap(({ reader, watched }) => [
        ...ledger.faultsOf(reader.name, watched, reader.received),
        ...(reader.connections === 1
          ? []
          : [`${reader.name} connected ${reader.connections} times`]),
      ]),
      ...(slowPercent === 0 && {
        goals: [atMost('p99 from commit to receipt', p99, MAX_MS, ' ms')],
      }),
    };
  } finally {
    await fleet.stop();
  }
}
