// Notifications are written while streams and the connections that hear of commits are cut: every stream shows the right
// count within a second of each commit.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { channelName } from '../../../src/platform/postgres/commit-listener.ts';
import { connectionNames } from '../../../src/platform/postgres/login.ts';
import { percentile } from '../../support/client.ts';
import { startFleet } from '../../support/fleet.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { StreamClient } from '../../support/stream-client.ts';

export interface UnreadOptions {
  notifications: number;
  rate: number;
  streams: number;
  /** This many API processes serve the streams. */
  processes: number;
  cuts: number;
  seed: number;
}

const CONNECTIONS = 8;
const MAX_LAG_MS = 1000;
const RETRY_MS = 20;
/** These transactions commit late, after others that began later. */
const SLOW = { share: 0.1, seconds: 0.2 };

/** Reads the counts of one person, and returns to any process when the connection is cut. */
class CountReader {
  readonly email: string;
  readonly #token: string;
  readonly #urlOf: () => string;
  /** The count arrived at this time of `performance.now()`. */
  readonly seen: { count: number; at: number }[] = [];
  /** Counts committed so far; each is one more than the one before. */
  readonly committed: number[] = [];
  /** The stream was open again at these times. */
  readonly opened: number[] = [];
  #client: StreamClient | undefined;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(email: string, token: string, urlOf: () => string) {
    this.email = email;
    this.#token = token;
    this.#urlOf = urlOf;
  }

  async #connect(): Promise<void> {
    this.#client = await StreamClient.open(this.#urlOf(), {
      token: this.#token,
      query: '?type=notification',
      onBlock: ({ event, data, at }) => {
        if (event === 'notification') this.seen.push({ count: data.unread, at });
      },
    });
    this.opened.push(performance.now());
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#running = this.#keepConnected();
  }

  async #keepConnected(): Promise<void> {
    for (;;) {
      await this.#client?.untilClosed();
      if (this.#isOver) return;
      // A connection may be cut while it is opened.
      await this.#connect().catch(() => sleep(RETRY_MS));
    }
  }

  cut(): void {
    this.#client?.destroy();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.cut();
    await this.#running;
  }

  /** Returns how long after its commit, or after the stream was open again, each count or a later one was shown. */
  get lags(): number[] {
    return this.committed.map((at, index) => {
      const shown = this.seen.find(({ count }) => count > index)?.at ?? Infinity;
      const reopened = this.opened.findLast((time) => time <= shown) ?? at;
      return Math.max(0, shown - Math.max(at, reopened));
    });
  }
}

const writeNotification = async (client: pg.PoolClient, email: string, random: Random) => {
  await client.query('begin');
  await client.query(
    `insert into notifications (recipient, type, subject, data, created_at)
     values ($1, 'incident.assigned', 'x', '{}', now())`,
    [email],
  );
  if (random.chance(SLOW.share)) await client.query('select pg_sleep($1)', [SLOW.seconds]);
  await client.query('commit');
  // Half of the commits are not announced, as if the notification were lost.
  if (random.chance(0.5)) await client.query(`notify ${channelName('notifications')}`);
};

async function writeAll(
  pool: pg.Pool,
  readers: readonly CountReader[],
  { notifications, rate }: UnreadOptions,
  random: Random,
): Promise<void> {
  const start = performance.now();
  const writes: Promise<void>[] = [];
  const write = async (reader: CountReader) => {
    const client = await pool.connect();
    await writeNotification(client, reader.email, random).finally(() => client.release());
    reader.committed.push(performance.now());
  };
  for (let index = 0; index < notifications; index += 1) {
    await sleep(Math.max(0, start + (index * 1000) / rate - performance.now()));
    const reader = readers[index % readers.length];
    if (reader) writes.push(write(reader));
  }
  await Promise.all(writes);
}

export async function proveUnreadCounts(options: UnreadOptions): Promise<Report> {
  const { notifications, rate, streams, processes, cuts, seed } = options;
  const random = randomFrom(seed);
  const fleet = await startFleet(processes);
  const pool = new pg.Pool({ connectionString: fleet.databaseUrl, max: CONNECTIONS });
  const readers: CountReader[] = [];
  try {
    const urlOf = () => random.pick(fleet.apis).url;
    for (let index = 0; index < streams; index += 1) {
      const email = `Reader.${index}@example.com`;
      const token = await fleet.mint({ sub: `r${index}`, email, roles: ['agent'] });
      const reader = new CountReader(email.toLowerCase(), token, urlOf);
      await reader.start();
      readers.push(reader);
    }
    const failures = [
      async () => readers.forEach((reader) => random.chance(0.5) && reader.cut()),
      async () =>
        void (await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = $1`,
          [connectionNames.listen],
        )),
    ];
    const cutAll = async () => {
      for (let index = 0; index < cuts; index += 1) {
        await sleep((notifications * 1000) / rate / (cuts + 1));
        await failures[index % failures.length]?.();
      }
    };
    await Promise.all([writeAll(pool, readers, options, random), cutAll()]);
    const isRight = ({ seen, committed }: CountReader) => seen.at(-1)?.count === committed.length;
    await until('the last counts', () => readers.every(isRight)).catch(() => {});
    const wrong = readers.filter((reader) => !isRight(reader));
    const counted = readers.map(({ seen }) => seen.length);
    const lags = readers.flatMap((reader) => reader.lags);
    const late = lags.filter((lag) => lag > MAX_LAG_MS).length;
    await pool.query('update notifications set read_at = now()');
    const readAt = performance.now();
    await until('all are read', () => readers.every(({ seen }) => seen.at(-1)?.count === 0));
    const readMs = Math.max(...readers.map(({ seen }) => (seen.at(-1)?.at ?? 0) - readAt));
    return {
      figures: {
        seed,
        notifications: lags.length,
        streams,
        cuts,
        sent: counted.reduce((sum, one) => sum + one, 0),
        p50_ms: Math.round(percentile(lags, 0.5)),
        p99_ms: Math.round(percentile(lags, 0.99)),
        max_ms: Math.round(Math.max(...lags)),
        read_ms: Math.round(readMs),
      },
      faults: [
        ...wrong.map(({ email, seen, committed }) => {
          return `${email} shows ${seen.at(-1)?.count} of ${committed.length}`;
        }),
        ...(late > 0
          ? [`${late} counts were shown more than ${MAX_LAG_MS} ms after their commit`]
          : []),
        ...(readMs > MAX_LAG_MS ? [`the last stream showed 0 after ${Math.round(readMs)} ms`] : []),
      ],
    };
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()));
    await pool.end();
    await fleet.stop();
  }
}
