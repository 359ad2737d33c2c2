// One statement polls the database for work of all kinds: whether there is some, and when the next falls due. A statement
// for each kind made 26 a second in an idle worker. Notifications of commits start some kinds sooner.
import { type RawBuilder, sql } from 'kysely';
import { type Cancel, type Clock, systemClock } from '../clock.ts';
import type { Channel, CommitListeners } from '../postgres/commit-listener.ts';
import { runNamed } from '../postgres/statements.ts';
import type { Deps } from '../runtime/deps.ts';
import { type Running, startSchedules } from './schedules.ts';

export interface DueWork {
  name: string;
  /**
   * Returns a query for the milliseconds until there is work: zero or less if there is some now, no row or null if none
   * is known. Its text must not depend on the time.
   */
  waitMs: (now: Date) => RawBuilder<unknown>;
  /** Returns whether there is more to do immediately. Never concurrent with itself within a process. */
  run: () => Promise<boolean | void>;
  /** Two runs that a poll starts are at least this far apart, so that rows are handled together. */
  pauseMs?: number;
  /** A commit that notifies this channel runs it at once. */
  channel?: Channel;
  /** Handles notifications that carry more than "there is work", instead of a run. */
  onNotified?: CommitListeners;
  /** While there is work of this kind, the next poll is soon: leases of a dead worker end at any time. */
  isUrgent?: boolean;
  /**
   * Each poll runs it, even if it finds no work, so that its code and plans stay in the caches: of 24 deliveries with
   * pauses of seconds in between, the median arrived 5.6 ms after its commit instead of 6.3, p95 was 7.7 instead of 16.
   */
  staysWarm?: boolean;
  /** Ends work that runs have left unfinished, once no further run will start. */
  stop?: () => Promise<void>;
}

interface PollTimes {
  idleMs: number;
  urgentMs: number;
}

const TIMES: PollTimes = { idleMs: 1000, urgentMs: 250 };
/** Without notifications of commits, as in the demonstration, only a poll finds work. */
const SHARED_TIMES: PollTimes = { idleMs: 250, urgentMs: 250 };
/** A timer may be early by a millisecond, and work that is not due yet would wait for the next poll. */
const TIMER_SLACK_MS = 2;

/** Runs one kind of work at its time. */
class Runner {
  readonly #work: DueWork;
  readonly #log: Deps['log'];
  readonly #clock: Clock;
  #cancelTimer: Cancel | undefined;
  #timerAt = Infinity;
  #running: Promise<void> | undefined;
  /** A notification came during a run, which may have missed what was committed meanwhile. */
  #isNotified = false;
  #readyAt = 0;
  #isStopped = false;

  constructor(work: DueWork, log: Deps['log'], clock: Clock) {
    this.#work = work;
    this.#log = log;
    this.#clock = clock;
  }

  runIn(milliseconds: number): void {
    const now = this.#clock.now();
    const at = Math.max(now + milliseconds, this.#readyAt);
    if (this.#isStopped || this.#running || at >= this.#timerAt) return;
    this.#clear();
    if (at <= now) {
      this.#start();
      return;
    }
    this.#timerAt = at;
    this.#cancelTimer = this.#clock.after(at - now + TIMER_SLACK_MS, () => this.#start());
  }

  notify(): void {
    if (this.#isStopped) return;
    if (this.#running) this.#isNotified = true;
    else this.#start();
  }

  #clear(): void {
    this.#cancelTimer?.();
    this.#timerAt = Infinity;
  }

  #start(): void {
    this.#clear();
    this.#running = this.#run().finally(() => (this.#running = undefined));
  }

  async #run(): Promise<void> {
    const { name, run, pauseMs = 0 } = this.#work;
    this.#readyAt = this.#clock.now() + pauseMs;
    try {
      do this.#isNotified = false;
      while (((await run()) || this.#isNotified) && !this.#isStopped);
    } catch (error) {
      // The next poll finds the remaining work again.
      this.#log.error({ err: error, work: name }, 'work.failed');
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#clear();
    await Promise.all([this.#running, this.#work.stop?.()]);
  }
}

type Where = Pick<Deps, 'db' | 'log' | 'now' | 'sharesBackend' | 'commitListener'>;

export function startDueWork(
  { db, log, now, sharesBackend, commitListener }: Where,
  works: readonly DueWork[],
  { idleMs, urgentMs } = sharesBackend ? SHARED_TIMES : TIMES,
  clock = systemClock,
): Running {
  const runners = works.map((work) => new Runner(work, log, clock));
  const listening = works.map(({ channel, onNotified }, index) =>
    commitListener.listen({
      ...onNotified,
      ...(channel && { [channel]: () => runners[index]?.notify() }),
    }),
  );
  let isUrgent = false;
  const poll = async () => {
    const asOf = now();
    const waits = works.map(
      (work, index) => sql`(${work.waitMs(asOf)})::float8 as ${sql.ref(`wait_${index}`)}`,
    );
    const { rows } = await runNamed(
      db,
      'poll for due work',
      sql<Record<string, number | null>>`select ${sql.join(waits)}`,
    );
    isUrgent = false;
    for (const [index, work] of works.entries()) {
      const waitMs = rows[0]?.[`wait_${index}`] ?? Infinity;
      if (waitMs <= 0 && work.isUrgent) isUrgent = true;
      // The next poll finds later work again.
      if (waitMs <= idleMs) runners[index]?.runIn(Math.max(0, waitMs));
      else if (work.staysWarm) runners[index]?.runIn(0);
    }
  };
  const polls = startSchedules(
    [
      {
        name: 'poll-for-due-work',
        everySeconds: () => (isUrgent ? urgentMs : idleMs) / 1000,
        run: poll,
      },
    ],
    log,
    clock,
  );
  return {
    stop: async () => {
      // They stop concurrently: one that waits for a receiver must not delay the others.
      await Promise.all([polls, ...listening, ...runners].map((one) => one.stop()));
    },
  };
}
