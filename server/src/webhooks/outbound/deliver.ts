// The delivery loop of one process: claim what is due, attempt it, record the result, renew leases meanwhile.
import type { Deps } from '../../platform/deps.ts';
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

/** Of one webhook at once in one process: a receiver that hangs holds these and no more. */
const CAP = 16;
const MOST_AT_ONCE = 2000;
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

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
  }

  /** A good part of its places is free. */
  hasPlaceFor(webhookId: string): boolean {
    return (this.#busy.get(webhookId) ?? 0) <= CAP / 2 && this.#held.size < MOST_AT_ONCE;
  }

  /** Something is due, of these webhooks or of any. Many calls while one claim is under way are one. */
  wake(webhookIds?: readonly string[]): void {
    if (webhookIds) for (const id of webhookIds) this.#wanted.add(id);
    else this.#wantsAll = true;
    if (this.#isStopped || !(this.#wantsAll || this.#wanted.size > 0)) return;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      this.wake([]);
    });
  }

  async #claimAll(): Promise<void> {
    while ((this.#wantsAll || this.#wanted.size > 0) && !this.#isStopped) {
      const most = MOST_AT_ONCE - this.#held.size;
      const only = this.#wantsAll ? undefined : [...this.#wanted];
      this.#wanted.clear();
      this.#wantsAll = false;
      if (most <= 0) return;
      try {
        await this.#claim(most, only);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'delivery.claim_failed');
        return;
      }
    }
  }

  async #claim(most: number, only: readonly string[] | undefined): Promise<void> {
    const { db, now } = this.#deps;
    const begun = performance.now();
    const claims = await claimDeliveries(db, {
      now: now(),
      cap: CAP,
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
