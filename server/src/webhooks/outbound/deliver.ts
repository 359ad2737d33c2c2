// The delivery loop of a process claims due deliveries, attempts them, saves the results, and renews leases.
import { setTimeout as sleep } from 'node:timers/promises';
import { ForeignKeyError } from '../../platform/crypto/sealing.ts';
import { comparedUrl, mayBeSent } from '../../outgoing/index.ts';
import { isDataError } from '../../platform/postgres/pg-errors.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { attempt, Interrupted, type Target, targetOf, decryptionFailure } from './attempt.ts';
import { type Claim, claimDeliveries, LEASE_MS, renewClaims } from './deliveries/claims.sql.ts';
import { inFlight } from './deliver.metrics.ts';
import { outboundWebhooks } from './outbound.sql.ts';
import { type CompletedAttempt, recordResults } from './results.ts';

/** A process makes at most this many attempts at once: in total, and per webhook while enough slots are free. */
export interface Slots {
  total: number;
  perWebhook: number;
}

const DEFAULT_SLOTS: Slots = { total: 2000, perWebhook: 16 };

/**
 * A webhook may use this share of its slots, by the fraction of all slots in use. Receivers that hang keep their slots
 * until the timeout, so the remaining slots are shared by more webhooks: it takes about 840 hanging receivers to fill a
 * process, not 125.
 */
const shares: [usedBelow: number, share: number][] = [
  [0.25, 1],
  [0.5, 1 / 2],
  [0.75, 1 / 8],
];
/** One claim takes at most this share of all slots, so that the next one uses an up-to-date cap. */
const SHARE_PER_CLAIM = 1 / 8;
const RENEW_MS = 3000;
/** A stop waits this long for receivers before it interrupts the attempts, and this long in all for results to be saved. */
interface StopTimes {
  interruptAfterMs: number;
  withinMs: number;
}

/** Most receivers have ten seconds; one that has more is not awaited. */
const STOP_TIMES: StopTimes = { interruptAfterMs: 8000, withinMs: 9500 };
const MAX_CACHED_TARGETS = 10_000;
/** Results are saved in batches: an incomplete batch waits BATCH_WAIT_MS for more. */
const FULL_BATCH = 32;
const BATCH_WAIT_MS = 2;
const SAVE_RETRY_MS = 200;

export class Deliverer {
  readonly #deps: Deps;
  readonly #slots: Slots;
  readonly #claims = new Map<string, Claim>();
  readonly #busy = new Map<string, number>();
  readonly #targets = new Map<string, { version: number; target: Target }>();
  readonly #renewal: NodeJS.Timeout;
  readonly #interruption = new AbortController();
  #completed: CompletedAttempt[] = [];
  /** Only these webhooks may have due deliveries, unless `#allDue` is set. */
  #dueWebhooks = new Set<string>();
  #allDue = false;
  #claimRun: Promise<void> | undefined;
  #isSaving = false;
  #isStopped = false;
  #isAbandoned = false;

  constructor(deps: Deps, slots: Slots = DEFAULT_SLOTS) {
    this.#deps = deps;
    this.#slots = slots;
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  /** Returns the number of slots that one webhook may use at the current load, at least one. */
  #cap(): number {
    const { total, perWebhook } = this.#slots;
    const used = this.#claims.size / total;
    const share = shares.find(([below]) => used < below)?.[1] ?? 0;
    return Math.max(1, Math.floor(perWebhook * share));
  }

  /** Half of the webhook's slots must be free: claiming for every free slot would be one claim per delivery. */
  hasSlotFor(webhookId: string): boolean {
    const busy = this.#busy.get(webhookId) ?? 0;
    return busy <= this.#cap() / 2 && this.#claims.size < this.#slots.total;
  }

  /** Claims due deliveries of these webhooks, or of any. Calls during a claim are combined. */
  deliverDue(webhookIds?: readonly string[]): void {
    this.#markDue(webhookIds);
    if (this.#isStopped || !(this.#allDue || this.#dueWebhooks.size > 0)) return;
    this.#claimRun ??= this.#claimAll().finally(() => {
      this.#claimRun = undefined;
      this.deliverDue([]);
    });
  }

  #markDue(webhookIds?: readonly string[]): void {
    if (webhookIds) for (const id of webhookIds) this.#dueWebhooks.add(id);
    else this.#allDue = true;
  }

  async #claimAll(): Promise<void> {
    while ((this.#allDue || this.#dueWebhooks.size > 0) && !this.#isStopped) {
      const { total } = this.#slots;
      const limit = Math.min(total - this.#claims.size, Math.ceil(total * SHARE_PER_CLAIM));
      const only = this.#allDue ? undefined : [...this.#dueWebhooks];
      this.#dueWebhooks.clear();
      this.#allDue = false;
      if (limit <= 0) return;
      try {
        const count = await this.#claim(limit, only);
        if (count === limit) this.#markDue(only);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'delivery.claim_failed');
        return;
      }
    }
  }

  /** Returns the number of deliveries claimed. */
  async #claim(limit: number, only: readonly string[] | undefined): Promise<number> {
    const { db, now } = this.#deps;
    const claimedAt = performance.now();
    const claims = await claimDeliveries(db, {
      now: now(),
      cap: this.#cap(),
      busy: this.#busy,
      isAllowed: mayBeSent(comparedUrl(this.#deps)),
      only,
      limit,
    });
    for (const claim of claims) {
      const { id, webhook_id } = claim;
      // A delivery whose lease expired during its attempt, claimed again by the same worker, uses one slot.
      if (!this.#claims.has(id)) this.#busy.set(webhook_id, (this.#busy.get(webhook_id) ?? 0) + 1);
      this.#claims.set(id, claim);
    }
    inFlight.set(this.#claims.size);
    for (const claim of claims) void this.#deliver(claim, claimedAt);
    return claims.length;
  }

  async #deliver(claim: Claim, claimedAt: number): Promise<void> {
    try {
      const target = await this.#targetOf(claim);
      // The process was suspended: another worker may have claimed the delivery, and newer events of its record.
      const isLate = performance.now() - claimedAt > LEASE_MS;
      // A webhook without a target was deleted, and its deliveries were marked as failed.
      if (!target || isLate) return this.#release([claim]);
      const outcome = await attempt(
        this.#deps,
        target,
        claim,
        claim.attempts + 1,
        this.#interruption.signal,
      );
      this.#completed.push({ claim, outcome });
      void this.#saveCompleted();
    } catch (error) {
      if (error instanceof ForeignKeyError) return this.#failUnopened(claim);
      // The lease expires, and the delivery is attempted again.
      this.#deps.log.error({ err: error, delivery_id: claim.id }, 'delivery.crashed');
      this.#release([claim]);
    }
  }

  async #failUnopened(claim: Claim): Promise<void> {
    const { url = '' } = (await outboundWebhooks.find(this.#deps.db, claim.webhook_id)) ?? {};
    this.#completed.push({
      claim,
      outcome: decryptionFailure(this.#deps, url, claim.attempts + 1),
    });
    void this.#saveCompleted();
  }

  /** Targets are cached by webhook version; the claim has the current one. */
  async #targetOf({
    webhook_id: id,
    webhook_version: version,
  }: Claim): Promise<Target | undefined> {
    const cached = this.#targets.get(id);
    if (cached && cached.version >= version) return cached.target;
    const row = await outboundWebhooks.find(this.#deps.db, id);
    if (!row) return undefined;
    const target = targetOf(this.#deps, row);
    if (this.#targets.size >= MAX_CACHED_TARGETS) this.#targets.clear();
    this.#targets.set(id, { version: row.version, target });
    return target;
  }

  /** Attempts that complete while a batch is saved go into the next one. */
  async #saveCompleted(): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    while (this.#completed.length > 0 && !this.#isAbandoned) {
      if (this.#completed.length < FULL_BATCH) await sleep(BATCH_WAIT_MS);
      const batch = this.#completed;
      this.#completed = [];
      await this.#save(batch);
    }
    this.#isSaving = false;
  }

  /**
   * A batch that could not be saved is retried while its leases are renewed: discarding it would send events again that
   * were already delivered. Only a result that the database refuses by itself is discarded, since all others would wait
   * for it for ever.
   */
  async #save(batch: CompletedAttempt[]): Promise<void> {
    const { log } = this.#deps;
    try {
      await recordResults(this.#deps, batch);
      this.#release(batch.map(({ claim }) => claim));
    } catch (error) {
      const [first, ...others] = batch;
      if (!isDataError(error)) {
        log.warn({ err: error, results: batch.length }, 'delivery.record_failed');
        this.#completed.push(...batch);
        await sleep(SAVE_RETRY_MS);
      } else if (others.length > 0) {
        for (const one of batch) await this.#save([one]);
      } else if (first) {
        log.error({ err: error, delivery_id: first.claim.id }, 'delivery.result_refused');
        this.#release([first.claim]);
      }
    }
  }

  #release(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const { id, webhook_id } = claim;
      if (this.#claims.get(id) !== claim) continue;
      this.#claims.delete(id);
      const rest = (this.#busy.get(webhook_id) ?? 1) - 1;
      if (rest > 0) this.#busy.set(webhook_id, rest);
      else this.#busy.delete(webhook_id);
    }
    inFlight.set(this.#claims.size);
    const all = new Set(claims.map(({ webhook_id }) => webhook_id));
    this.deliverDue([...all].filter((id) => this.hasSlotFor(id)));
  }

  async #renew(): Promise<void> {
    if (this.#claims.size === 0) return;
    try {
      await renewClaims(this.#deps.db, [...this.#claims.values()]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'delivery.renewal_failed');
    }
  }

  async #whileInProgress(untilMs: number): Promise<void> {
    while (this.#claims.size > 0 && performance.now() < untilMs) await sleep(20);
  }

  /**
   * Waits for attempts in progress. One that is interrupted has failed and is repeated by its retry clock: another worker
   * that sent it at once would send it twice. Results that cannot be saved in time wait for the end of their leases.
   */
  async stop({ interruptAfterMs, withinMs } = STOP_TIMES): Promise<void> {
    this.#isStopped = true;
    const since = performance.now();
    await this.#claimRun;
    await this.#whileInProgress(since + interruptAfterMs);
    this.#interruption.abort(new Interrupted());
    await this.#whileInProgress(since + withinMs);
    this.#isAbandoned = true;
    clearInterval(this.#renewal);
  }
}
