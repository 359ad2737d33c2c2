// The delivery loop of one process: claim what is due, attempt it, record the result, renew leases meanwhile.
import type { Deps } from '../../platform/runtime/deps.ts';
import { attempt, type Target, targetOf } from './attempt.ts';
import {
  type Claim,
  claimDeliveries,
  LEASE_MS,
  releaseClaims,
  renewClaims,
} from './deliveries/claims.sql.ts';
import { inFlight } from './deliver.metrics.ts';
import { outboundWebhooks } from './outbound.sql.ts';
import { type Ended, recordResults } from './results.ts';

/** Attempts at once in one process: of all webhooks, and of one webhook while there are places enough. */
export interface Places {
  total: number;
  perWebhook: number;
}

const PLACES: Places = { total: 2000, perWebhook: 16 };

/**
 * The share of its places that a webhook may use, by how many of all places are taken. Receivers that hang keep theirs
 * until the timeout, so what is left goes to more and more webhooks: some 840 that hang fill a process, not 125.
 */
const shares: [takenBelow: number, share: number][] = [
  [0.25, 1],
  [0.5, 1 / 2],
  [0.75, 1 / 8],
];
/** One claim takes no more than this share of all places, so that the next one sees how many are taken. */
const SHARE_PER_CLAIM = 1 / 8;
const RENEW_MS = 3000;
const STOP_WITHIN_MS = 10_000;
const MOST_TARGETS = 10_000;
/** Results are written together: fewer than a full batch wait this long for others. */
const FULL_BATCH = 32;
const GATHER_MS = 2;
const RECORD_AGAIN_MS = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Deliverer {
  readonly #deps: Deps;
  readonly #places: Places;
  readonly #held = new Map<string, Claim>();
  readonly #busy = new Map<string, number>();
  readonly #targets = new Map<string, { version: number; target: Target }>();
  readonly #renewal: NodeJS.Timeout;
  #ended: Ended[] = [];
  /** Webhooks to look at; `all` for every one. */
  #wanted = new Set<string>();
  #wantsAll = false;
  #claiming: Promise<void> | undefined;
  #isRecording = false;
  #isStopped = false;
  #isAbandoned = false;

  constructor(deps: Deps, places: Places = PLACES) {
    this.#deps = deps;
    this.#places = places;
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
  }

  /** Places of one webhook, as long as no more are taken than now. At least one. */
  #cap(): number {
    const { total, perWebhook } = this.#places;
    const taken = this.#held.size / total;
    const share = shares.find(([below]) => taken < below)?.[1] ?? 0;
    return Math.max(1, Math.floor(perWebhook * share));
  }

  /** A good part of its places is free. */
  hasPlaceFor(webhookId: string): boolean {
    const busy = this.#busy.get(webhookId) ?? 0;
    return busy <= this.#cap() / 2 && this.#held.size < this.#places.total;
  }

  /** Something is due, of these webhooks or of any. Many calls while one claim is under way are one. */
  wake(webhookIds?: readonly string[]): void {
    this.#want(webhookIds);
    if (this.#isStopped || !(this.#wantsAll || this.#wanted.size > 0)) return;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      this.wake([]);
    });
  }

  #want(webhookIds?: readonly string[]): void {
    if (webhookIds) for (const id of webhookIds) this.#wanted.add(id);
    else this.#wantsAll = true;
  }

  async #claimAll(): Promise<void> {
    while ((this.#wantsAll || this.#wanted.size > 0) && !this.#isStopped) {
      const { total } = this.#places;
      const most = Math.min(total - this.#held.size, Math.ceil(total * SHARE_PER_CLAIM));
      const only = this.#wantsAll ? undefined : [...this.#wanted];
      this.#wanted.clear();
      this.#wantsAll = false;
      if (most <= 0) return;
      try {
        const count = await this.#claim(most, only);
        if (count === most) this.#want(only);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'delivery.claim_failed');
        return;
      }
    }
  }

  /** Returns how many there were. */
  async #claim(most: number, only: readonly string[] | undefined): Promise<number> {
    const { db, now } = this.#deps;
    const begun = performance.now();
    const claims = await claimDeliveries(db, {
      now: now(),
      cap: this.#cap(),
      busy: this.#busy,
      only,
      most,
    });
    for (const claim of claims) {
      const { id, webhook_id } = claim;
      // One whose lease ended while its attempt did not, taken again by the same worker, holds one place.
      if (!this.#held.has(id)) this.#busy.set(webhook_id, (this.#busy.get(webhook_id) ?? 0) + 1);
      this.#held.set(id, claim);
    }
    inFlight.set(this.#held.size);
    for (const claim of claims) void this.#deliver(claim, begun);
    return claims.length;
  }

  async #deliver(claim: Claim, claimedAt: number): Promise<void> {
    try {
      const target = await this.#targetOf(claim);
      // A process that was stopped in between: another worker has it by now, and newer events of its record perhaps.
      const isLate = performance.now() - claimedAt > LEASE_MS;
      // Deleted since: its deliveries were ended with it.
      if (!target || isLate) return this.#letGo([claim]);
      const outcome = await attempt(this.#deps, target, claim, claim.attempts + 1);
      this.#ended.push({ claim, outcome });
      void this.#record();
    } catch (error) {
      // The lease ends by itself, and the delivery is tried again.
      this.#deps.log.error({ err: error, delivery_id: claim.id }, 'delivery.crashed');
      this.#letGo([claim]);
    }
  }

  /** The webhook as the claim saw it: its version tells whether what is held in memory is old. */
  async #targetOf({
    webhook_id: id,
    webhook_version: version,
  }: Claim): Promise<Target | undefined> {
    const held = this.#targets.get(id);
    if (held && held.version >= version) return held.target;
    const row = await outboundWebhooks.find(this.#deps.db, id);
    if (!row) return undefined;
    const target = targetOf(this.#deps, row);
    if (this.#targets.size >= MOST_TARGETS) this.#targets.clear();
    this.#targets.set(id, { version: row.version, target });
    return target;
  }

  /**
   * What ends while one batch is written goes with the next. A batch that could not be written is written again: its
   * leases are renewed meanwhile, and forgetting it would send what has arrived a second time.
   */
  async #record(): Promise<void> {
    if (this.#isRecording) return;
    this.#isRecording = true;
    while (this.#ended.length > 0 && !this.#isAbandoned) {
      if (this.#ended.length < FULL_BATCH) await pause(GATHER_MS);
      const batch = this.#ended;
      this.#ended = [];
      try {
        await recordResults(this.#deps, batch);
        this.#letGo(batch.map(({ claim }) => claim));
      } catch (error) {
        this.#deps.log.warn({ err: error, results: batch.length }, 'delivery.record_failed');
        this.#ended.push(...batch);
        await pause(RECORD_AGAIN_MS);
      }
    }
    this.#isRecording = false;
  }

  #letGo(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const { id, webhook_id } = claim;
      if (this.#held.get(id) !== claim) continue;
      this.#held.delete(id);
      const rest = (this.#busy.get(webhook_id) ?? 1) - 1;
      if (rest > 0) this.#busy.set(webhook_id, rest);
      else this.#busy.delete(webhook_id);
    }
    inFlight.set(this.#held.size);
    // A claim for every free place would be a claim for every delivery.
    const all = new Set(claims.map(({ webhook_id }) => webhook_id));
    this.wake([...all].filter((id) => this.hasPlaceFor(id)));
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0) return;
    try {
      await renewClaims(this.#deps.db, [...this.#held.values()]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'delivery.renewal_failed');
    }
  }

  /** Attempts under way may end; what does not end in time is given back for others to take. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#claiming;
    const until = performance.now() + STOP_WITHIN_MS;
    while (this.#held.size > 0 && performance.now() < until) {
      await pause(20);
    }
    this.#isAbandoned = true;
    clearInterval(this.#renewal);
    if (this.#held.size > 0) {
      const { db } = this.#deps;
      await releaseClaims(db, [...this.#held.values()]).catch(() => {});
    }
  }
}
