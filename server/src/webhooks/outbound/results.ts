// Saves the results of attempts in batches: delivered, retrying by the schedule, or failed with an alert to the owner.
import type { Deps } from '../../platform/runtime/deps.ts';
import { alertOwner } from './alerts.ts';
import type { Outcome } from './attempt.ts';
import { type Claim, type Result, saveResults } from './deliveries/claims.sql.ts';
import { attemptSeconds, lostClaims } from './deliver.metrics.ts';
import { nextAttemptAt } from './retries.ts';

export interface CompletedAttempt {
  claim: Claim;
  outcome: Outcome;
}

function resultOf({ claim, outcome }: CompletedAttempt, delaysSeconds: readonly number[]): Result {
  const { is_delivered, ended, traceId: _, ...attempt } = outcome;
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

/** Logs one line per attempt. The URL is not logged; it is in the stored attempt. */
function reportAttempt(
  { log }: Deps,
  { claim, outcome }: CompletedAttempt,
  result: Result,
  isSaved: boolean,
): void {
  attemptSeconds.observe({ outcome: result.status }, outcome.duration_ms / 1000);
  if (!isSaved) lostClaims.inc();
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
      recorded: isSaved,
      ...(outcome.traceId !== undefined && { trace_id: outcome.traceId }),
      ...(outcome.error !== null && { reason: outcome.error }),
    },
    'delivery.attempted',
  );
}

const byWebhook = (one: { claim: Claim }, other: { claim: Claim }): number =>
  one.claim.webhook_id < other.claim.webhook_id ? -1 : 1;

export async function recordResults(
  deps: Deps,
  attempts: readonly CompletedAttempt[],
): Promise<void> {
  const results = attempts.map((one) => resultOf(one, deps.config.RETRY_DELAYS_SECONDS));
  const failed = results.filter((result) => result.status === 'failed');
  // An alert commits with the failure it is about; without failures a single statement is enough.
  const savedIds = new Set(
    failed.length === 0
      ? await saveResults(deps.db, results)
      : await deps.db.transaction().execute(async (tx) => {
          const saved = await saveResults(tx, results);
          const alerts = failed.flatMap((result) => {
            const claim = attempts.find((one) => one.claim.id === result.id)?.claim;
            return claim && saved.includes(result.id) ? [{ claim, result }] : [];
          });
          // Alerts lock their webhooks, so they are sent in the order of webhook ids.
          for (const { claim, result } of alerts.toSorted(byWebhook))
            await alertOwner(tx, deps, claim, result);
          return saved;
        }),
  );
  for (const [index, one] of attempts.entries()) {
    const result = results[index];
    if (result) reportAttempt(deps, one, result, savedIds.has(result.id));
  }
}
