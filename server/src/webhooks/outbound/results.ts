// What an attempt leads to: delivered, retried by the table, or failed with an alert; written in batches.
import type { Deps } from '../../platform/runtime/deps.ts';
import { alertOwner } from './alerts.ts';
import type { Outcome } from './attempt.ts';
import { type Claim, type Result, saveResults } from './deliveries/claims.sql.ts';
import { attemptSeconds, lostClaims } from './deliver.metrics.ts';
import { nextAttemptAt } from './retries.ts';

export interface Ended {
  claim: Claim;
  outcome: Outcome;
}

function resultOf({ claim, outcome }: Ended, delaysSeconds: readonly number[]): Result {
  const { is_delivered, ended, ...attempt } = outcome;
  const next = is_delivered ? undefined : nextAttemptAt(outcome.number, ended, delaysSeconds);
  return {
    id: claim.id,
    claim: claim.claim,
    ...attempt,
    status: is_delivered ? 'delivered' : next ? 'retrying' : 'failed',
    next_attempt_at: next?.toISOString() ?? null,
    ended_at: ended.toISOString(),
  };
}

/** One line per attempt, whatever came of it. Where it went is in the record, for those who may read it. */
function tell({ log }: Deps, { claim, outcome }: Ended, result: Result, counted: boolean): void {
  attemptSeconds.observe({ outcome: result.status }, outcome.duration_ms / 1000);
  if (!counted) lostClaims.inc();
  log.info(
    {
      delivery_id: claim.id,
      webhook_id: claim.webhook_id,
      event: claim.event,
      event_id: claim.event_id,
      record_id: claim.record_id,
      sequence: claim.sequence,
      attempt: outcome.number,
      status: result.status,
      status_code: outcome.status_code,
      ms: outcome.duration_ms,
      next_attempt_at: result.next_attempt_at,
      recorded: counted,
      ...(outcome.error !== null && { reason: outcome.error }),
    },
    'delivery.attempted',
  );
}

export async function recordResults(deps: Deps, ended: readonly Ended[]): Promise<void> {
  const results = ended.map((one) => resultOf(one, deps.config.RETRY_DELAYS_SECONDS));
  const failed = results.filter((result) => result.status === 'failed');
  // The alert of a failure commits with it; without one, a single statement does.
  const kept = new Set(
    failed.length === 0
      ? await saveResults(deps.db, results)
      : await deps.db.transaction().execute(async (tx) => {
          const saved = await saveResults(tx, results);
          for (const result of failed) {
            const claim = ended.find((one) => one.claim.id === result.id)?.claim;
            if (claim && saved.includes(result.id)) await alertOwner(tx, deps, claim, result);
          }
          return saved;
        }),
  );
  for (const [index, one] of ended.entries()) {
    const result = results[index];
    if (result) tell(deps, one, result, kept.has(result.id));
  }
}
