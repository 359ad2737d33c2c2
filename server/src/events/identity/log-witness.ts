// Notices that the database was restored although nobody ran the command that follows a restore: the newest event that
// was given to anybody is missing. Then the log gets a new identity, so that no client resumes over the gap, and an alert
// names the command.
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../../platform/background/schedules.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type GivenEvent, type LogIdentity, missingOf, newestOf } from './given-event.ts';
import { beginIdentity, lockLog, readLogFacts } from './identity.sql.ts';
import { readWitness, writeWitness } from './witness.ts';

/** An event is without a witness for about this long. */
const WRITE_MS = 1000;
const CHECK_MS = 5000;
/** A process that stops does not wait longer than this for the last write. */
const MAX_STOP_MS = 1000;

export class LogWitness {
  readonly #deps: Deps;
  /** The memory of this process is a witness too, where there is no Valkey. */
  #given: GivenEvent | undefined;
  #checked: GivenEvent | undefined;
  #written: GivenEvent | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<void> = Promise.resolve();
  #isTicking = false;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Remembers the newest of the events that are given to anybody; costs no round trip. */
  record(
    { identity, generation }: LogIdentity,
    events: readonly Omit<GivenEvent, keyof LogIdentity>[],
  ): void {
    const given = events.map(({ id, position, occurred_at }) => ({
      identity,
      generation,
      id,
      position,
      occurred_at,
    }));
    this.#given = newestOf([this.#given, ...given]);
  }

  /** Checks and writes until as many users have stopped as have started. */
  start(): Running {
    this.#users += 1;
    this.#timer ??= setInterval(() => void this.#tick(), WRITE_MS).unref();
    void this.#tick();
    return { stop: () => this.#stop() };
  }

  async #stop(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#given !== this.#written)
      await Promise.race([
        this.check().catch(() => {}),
        pause(MAX_STOP_MS, undefined, { ref: false }),
      ]);
  }

  /** A connection was lost, so this process may now read another database. */
  expireCheck(): void {
    this.#checkedAt = -Infinity;
  }

  async #tick(): Promise<void> {
    const isDue = this.#deps.monotonicMs() - this.#checkedAt >= CHECK_MS;
    if (this.#isTicking || (!isDue && this.#given === this.#checked)) return;
    this.#isTicking = true;
    // Others log that the database does not respond.
    await this.check().catch(() => {});
    this.#isTicking = false;
  }

  /** Fails if the database does not respond. */
  check(): Promise<void> {
    this.#checking = this.#checking.catch(() => {}).then(() => this.#checkOnce());
    return this.#checking;
  }

  /**
   * The order matters. An event was committed before it was given, and given before it became the witness: a database
   * that is read after the witness must have it. What this process writes was given before its check, so that an event
   * from after a restore cannot replace the one that is missing before anybody has missed it.
   */
  async #checkOnce(): Promise<void> {
    const { db, now, monotonicMs, settings } = this.#deps;
    const given = this.#given;
    const { hasResponded, witness } = await readWitness(this.#deps);
    const known = [witness, given].filter((one) => one !== undefined);
    const { retention_days: days } = await settings();
    if (known.length > 0) {
      const log = await readLogFacts(db, known);
      // A standby may lag behind what the primary has given.
      if (log.isStandby) return;
      const retainedSince = new Date(now().getTime() - days * 86_400_000);
      if (missingOf(known, log, retainedSince)) return this.#replaceIdentity(known, retainedSince);
    }
    this.#checkedAt = monotonicMs();
    this.#checked = given;
    if (!given || !hasResponded || given === this.#written) return;
    if (await writeWitness(this.#deps, given, days)) this.#written = given;
  }

  /**
   * The log is read again under its lock. What was read before may have come from a former primary that had just woken
   * up, and the transaction is at the primary; or another process was first.
   */
  async #replaceIdentity(known: readonly GivenEvent[], retainedSince: Date): Promise<void> {
    const given = {
      generation: Math.max(...known.map((one) => one.generation)),
      position: Math.max(...known.map((one) => one.position)),
    };
    const begun = await transact(this.#deps, async (tx) => {
      await lockLog(tx);
      const missing = missingOf(known, await readLogFacts(tx, known), retainedSince);
      if (!missing) return undefined;
      const now = this.#deps.now();
      const { identity } = await beginIdentity(tx, { given, evidence: missing, now });
      return { missing, identity };
    });
    if (begun) this.#deps.log.error(begun, 'event_log.restore_suspected');
  }
}

/** Each pool has one, and each process has one pool. */
const witnesses = new WeakMap<Db, LogWitness>();

export function logWitnessOf(deps: Deps): LogWitness {
  const one = witnesses.get(deps.db) ?? new LogWitness(deps);
  witnesses.set(deps.db, one);
  return one;
}
