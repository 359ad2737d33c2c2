// Callers that create and update incidents through the SDK, each once a second, and remember what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Signalbox } from '../../../../sdk/src/index.ts';

export interface Acknowledged {
  /** Each write of the record is one event. */
  writes: number;
  description: string;
  /** The outcome of its last write is unknown, because the SDK has failed. */
  isUncertain: boolean;
}

const PERIOD_MS = 1000;
/** A record is created and then updated until it has this many writes. */
const WRITES_PER_RECORD = 10;

export class Writers {
  readonly records = new Map<string, Acknowledged>();
  readonly faults: string[] = [];
  /** These are times of `performance.now()`, in order. */
  readonly acknowledgedAt: number[] = [];
  retried = 0;
  #isOver = false;
  readonly #running: Promise<void[]>;

  /** Each writer waits for the outcome of a write before the next one, so a record has one writer and no conflicts. */
  constructor(clients: readonly Signalbox[], rate: number) {
    const began = performance.now();
    const work = async (client: Signalbox, n: number) => {
      let due = began + (n / rate) * PERIOD_MS;
      let id: string | undefined;
      for (let count = 0; !this.#isOver; count += 1) {
        await sleep(Math.max(0, due - performance.now()));
        id = await this.#write(client, count % WRITES_PER_RECORD === 0 ? undefined : id, count);
        due = Math.max(due + PERIOD_MS, performance.now());
      }
    };
    this.#running = Promise.all(
      Array.from({ length: rate }, (_, n) => {
        const client = clients[n % clients.length];
        if (!client) throw new Error('There is no client');
        return work(client, n);
      }),
    );
  }

  /** Returns the record of the next write, or undefined if that must be a new one. */
  async #write(
    client: Signalbox,
    id: string | undefined,
    count: number,
  ): Promise<string | undefined> {
    const description = `Write ${count}`;
    try {
      const { data, response } = await (
        id === undefined
          ? client.incidents.create({ short_description: 'Failover', description })
          : client.incidents.update(id, { description })
      ).withResponse();
      this.acknowledgedAt.push(performance.now());
      if (response.attempts > 1) this.retried += 1;
      const writes = (this.records.get(data.id)?.writes ?? 0) + 1;
      this.records.set(data.id, { writes, description, isUncertain: false });
      return data.id;
    } catch (error) {
      this.faults.push(`a caller must handle: ${String(error)}`);
      const known = id === undefined ? undefined : this.records.get(id);
      if (known) known.isUncertain = true;
      return undefined;
    }
  }

  countSince(at: number): number {
    return this.acknowledgedAt.length - this.acknowledgedAt.findLastIndex((one) => one < at) - 1;
  }

  /** Returns the longest time without an acknowledgement, in seconds: a write is due all the time. */
  longestGap(from: number, to: number): number {
    const times = this.acknowledgedAt.filter((at) => at >= from && at <= to);
    const all = [from, ...times, to];
    return Math.max(...all.slice(1).map((at, n) => at - (all[n] ?? at))) / 1000;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
