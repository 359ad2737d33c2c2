// Enqueues the recovery of the events that a webhook missed while it was suspended.
import type { AuditContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import { addJob } from '../../../platform/background/jobs.ts';

export const RECOVERY_JOB = 'recover-webhook';

export interface Recovery {
  webhook_id: string;
  since: string;
  /** This account resumed the webhook. */
  actor: { id: string; email: string };
  request_id: string;
}

/** Adds a job, because the events missed in weeks may be more than one transaction can store. */
export const enqueueRecovery = (
  tx: Tx,
  { actor: { id, email }, requestId }: Pick<AuditContext, 'actor' | 'requestId'>,
  webhookId: string,
  since: string,
): Promise<void> => {
  const recovery: Recovery = {
    webhook_id: webhookId,
    since,
    actor: { id, email },
    request_id: requestId,
  };
  return addJob(tx, RECOVERY_JOB, recovery);
};
