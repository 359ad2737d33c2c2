// Notifies the owner of a webhook about failed deliveries: in the service, and by mail at most once an hour.
import { mailableOf } from '../../identity/index.ts';
import { addJob } from '../../platform/background/jobs.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { apiUrl } from '../../platform/http/request/request-url.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  findUnmailed,
  markMailed,
  notifyUpTo,
  sendMail,
  wantsMail,
} from '../../notifications/index.ts';
import { isHeld } from '../../outgoing/index.ts';
import type { Claim, Result } from './deliveries/claims.sql.ts';
import { markAlertMailed, outboundWebhooks } from './outbound.sql.ts';

export const FAILURES_JOB = 'mail-delivery-failures';
const HOUR_MS = 3_600_000;
/** While e-mails are held, the job checks again after this time; a release makes it due at once. */
const HELD_MS = 900_000;

/** One job per webhook: the mail covers all failures until the job runs. */
const enqueueMail = (tx: Tx, webhookId: string, runAt?: Date) =>
  addJob(
    tx,
    FAILURES_JOB,
    { webhook_id: webhookId },
    {
      key: `${FAILURES_JOB}:${webhookId}`,
      ...(runAt && { runAt }),
    },
  );

export async function alertOwner(
  tx: Tx,
  { config }: Deps,
  claim: Claim,
  result: Result,
): Promise<void> {
  const webhook = await outboundWebhooks.find(tx, claim.webhook_id);
  if (!webhook) return;
  await notifyUpTo(tx, webhook.owner, {
    type: 'webhook.delivery_failed',
    subject: webhook.id,
    at: result.ended_at,
    data: {
      webhook_id: webhook.id,
      webhook_name: webhook.name,
      delivery_id: claim.id,
      event: claim.event,
      attempts: result.number,
      last_status: result.status_code,
      last_error: result.error,
      failed_at: result.ended_at,
      replay_url: apiUrl(config.BASE_URL, `/webhooks/deliveries/${claim.id}/replay`),
    },
  });
  if (config.SMTP_URL === '') return;
  const last = webhook.alert_mailed_at;
  await enqueueMail(
    tx,
    webhook.id,
    last === null ? undefined : new Date(Date.parse(last) + HOUR_MS),
  );
}

/** A second run finds that the mail of this hour was sent, and sends none. */
export async function mailFailures(deps: Deps, payload: { webhook_id: string }): Promise<void> {
  const { config, db, log, now } = deps;
  const webhook = await outboundWebhooks.find(db, payload.webhook_id);
  if (!webhook) return;
  const { id, name, owner, alert_mailed_at: last } = webhook;
  const at = now();
  const mayMailAt = last === null ? at : new Date(Date.parse(last) + HOUR_MS);
  const unmailed = await findUnmailed(db, id, last);
  if (unmailed.length === 0) return;
  const count = unmailed.reduce((sum, one) => sum + one.unmailed, 0);
  if (await isHeld(deps, db)) {
    const later = new Date(at.getTime() + HELD_MS);
    await db.transaction().execute((tx) => enqueueMail(tx, id, later));
    return;
  }
  if (mayMailAt > at) {
    await db.transaction().execute((tx) => enqueueMail(tx, id, mayMailAt));
    return;
  }
  if (!(await wantsMail(db, owner, 'webhook.delivery_failed'))) return;
  const [recipient] = await mailableOf(db, [owner]);
  if (!recipient) {
    log.info({ webhook: id, reason: 'recipient_not_allowed' }, 'mail.suppressed');
    return;
  }
  const content = {
    subject: `${count} failed ${count === 1 ? 'delivery' : 'deliveries'} of webhook ${name}`,
    lines: [
      `${count === 1 ? 'One delivery' : `${count} deliveries`} of the webhook "${name}" failed after five attempts.`,
      '',
      `Failed deliveries and their errors: ${apiUrl(config.BASE_URL, `/webhooks/outbound/${id}/deliveries?status=failed`)}`,
      'To send a delivery again: POST /webhooks/deliveries/<id>/replay.',
      '',
      'At most one of these mails is sent per hour.',
    ],
  };
  await sendMail(deps, { to: [recipient.address], content });
  await db.transaction().execute(async (tx) => {
    await markMailed(tx, unmailed);
    await markAlertMailed(tx, id, at.toISOString());
  });
}
