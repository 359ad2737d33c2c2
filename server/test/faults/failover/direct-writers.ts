// Every machine of a cluster is asked directly, all the time, to write a row. A write that is acknowledged but is gone
// later, or is acknowledged by an earlier primary after a later one has acknowledged one, is a split brain.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterNode } from './cluster.ts';

const EVERY_MS = 200;
/** A write that waits for a standby longer than this is given up. */
const PATIENCE_MS = 3000;

interface DirectWrite {
  node: string;
  number: number;
  /** Every promotion begins a new timeline. */
  timeline: number;
  sentAt: number;
  acknowledgedAt: number;
}

export const DIRECT_WRITES_TABLE = `create schema failover authorization signalbox;
  create table failover.writes (node text, number int, primary key (node, number));
  alter table failover.writes owner to signalbox`;

const INSERT = `insert into failover.writes values ($1, $2)
  returning ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`;

/** Ends a connection whose machine may not respond. */
const abandon = (client: pg.Client | undefined): void => {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy: () => void } } };
  connection?.stream.destroy();
};

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export class DirectWriters {
  readonly #acknowledged: DirectWrite[] = [];
  #isOver = false;
  readonly #running: Promise<void[]>;

  constructor(nodes: readonly ClusterNode[]) {
    this.#running = Promise.all(nodes.map((node) => this.#writeTo(node)));
  }

  async #writeTo({ name: node, url }: ClusterNode): Promise<void> {
    let client: pg.Client | undefined;
    for (let number = 1; !this.#isOver; number += 1, await sleep(EVERY_MS)) {
      try {
        client ??= await connectTo(url);
        const sentAt = performance.now();
        const given = new AbortController();
        const outcome = await Promise.race([
          client.query(INSERT, [node, number]),
          sleep(PATIENCE_MS, undefined, { signal: given.signal }),
        ]).finally(() => given.abort());
        if (!outcome) throw new Error('not acknowledged');
        const [row] = outcome.rows as { timeline: number }[];
        const timeline = row?.timeline ?? 0;
        this.#acknowledged.push({
          node,
          number,
          timeline,
          sentAt,
          acknowledgedAt: performance.now(),
        });
      } catch (error) {
        // A standby refuses the write, and its connection is used for the next one.
        if ((error as { code?: string }).code === '25006') continue;
        abandon(client);
        client = undefined;
      }
    }
    abandon(client);
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Compares the acknowledged writes with the rows of the present primary. */
  async faults(primary: pg.Client): Promise<string[]> {
    const { rows } = await primary.query('select node, number from failover.writes');
    const stored = new Set(rows.map(({ node, number }) => `${node} ${number}`));
    const lost = this.#acknowledged
      .filter(({ node, number }) => !stored.has(`${node} ${number}`))
      .map(
        ({ node, number, timeline }) =>
          `${node} acknowledged write ${number} on timeline ${timeline}, and it is lost`,
      );
    return [...lost, ...this.#lateWrites()];
  }

  /** Finds writes that were sent to an earlier primary after a later one had acknowledged one. */
  #lateWrites(): string[] {
    const firstOf = new Map<number, DirectWrite>();
    for (const one of this.#acknowledged) {
      const first = firstOf.get(one.timeline);
      if (!first || one.acknowledgedAt < first.acknowledgedAt) firstOf.set(one.timeline, one);
    }
    const firsts = [...firstOf.values()];
    return this.#acknowledged.flatMap((one) => {
      const later = firsts.find(
        (first) => first.timeline > one.timeline && first.acknowledgedAt < one.sentAt,
      );
      return later
        ? [
            `${one.node} acknowledged a write on timeline ${one.timeline} after ${later.node} had on timeline ${later.timeline}`,
          ]
        : [];
    });
  }
}
