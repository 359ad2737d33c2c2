// Sends waiting mail. After a failed attempt the next one is scheduled in the transaction that records the failure.
import type { Deps } from '../../platform/runtime/deps.ts';
import { addJob } from '../../platform/background/jobs.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import { admitMail, emitMail, mailAuditContext } from './mails.admission.ts';
import type { SendResult } from './mail.ts';
import { purgeExpiredCounts } from './mails.limit.sql.ts';
import { findWaiting, deleteMails, MAIL_JOB, saveAttempt, type WaitingMail } from './mails.sql.ts';
import { cut } from '../../platform/text.ts';

/**
 * Delays before the second and later attempts; the last one repeats. The queue's own delays grow to six hours, too long
 * for a mail once the server is back. RFC 5321 recommends at least half an hour between repeated attempts.
 */
const DELAYS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];
/** Mail servers retry for as long (RFC 5321, section 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * 86_400_000;
/** This many attempts fit into that time. */
const MAX_ATTEMPTS = 250;
/** Without a response to the text, each attempt may deliver another copy. */
const MAX_WITHOUT_RESPONSE = 5;

interface Attempt extends SendResult {
  error: string | null;
  hasNoResponse?: boolean;
}

const emptyResult: SendResult = { accepted: [], refused: [], deferred: [] };

const errorOf = ({ refused, deferred }: SendResult): string | null => {
  if (refused.length > 0) return 'An address was refused.';
  return deferred.length > 0 ? 'An address was refused temporarily.' : null;
};

async function attemptSend(deps: Deps, mail: WaitingMail): Promise<Attempt> {
  if (mail.wanting.length === 0) return { ...emptyResult, error: null };
  const host = new URL(deps.config.BASE_URL).hostname;
  // The mail library is loaded on demand: it takes longer to load than any other, and most processes send no mail.
  const { sendMail, NoResponseError } = await import('./mail.ts');
  try {
    const result = await sendMail(deps, {
      to: mail.recipients,
      envelope: mail.wanting,
      content: mail.content,
      messageId: `<${mail.id}@${host}>`,
    });
    return { ...result, error: errorOf(result) };
  } catch (error) {
    return {
      ...emptyResult,
      deferred: mail.wanting,
      error: cut((error as Error).message, 500),
      hasNoResponse: error instanceof NoResponseError,
    };
  }
}

/** Returns whether this attempt, which failed temporarily, was the last one. */
function isLastAttempt(mail: WaitingMail, { hasNoResponse }: Attempt, at: Date): boolean {
  const isOld = at.getTime() - Date.parse(mail.created_at) > GIVE_UP_AFTER_MS;
  return isOld || mail.attempts + 1 >= (hasNoResponse ? MAX_WITHOUT_RESPONSE : MAX_ATTEMPTS);
}

/** An ended mail is not sent again. Only a crash between sending and recording it causes a duplicate. */
export async function sendWaitingMail(deps: Deps, { mail_id }: { mail_id: string }): Promise<void> {
  const { config, db, now, log } = deps;
  const hasServer = config.SMTP_URL !== '';
  // Without a server no mail is sent, so none is suppressed either.
  const mail = await (hasServer ? admitMail(deps, mail_id) : findWaiting(db, mail_id));
  if (!mail) return;
  const attempt = hasServer
    ? await attemptSend(deps, mail)
    : { ...emptyResult, error: 'No mail server is configured.' };
  const { accepted, refused, error } = attempt;
  const at = now();
  const left = isLastAttempt(mail, attempt, at) ? [] : attempt.deferred;
  const outcome = { mail: mail.id, type: mail.type, accepted: accepted.length, left: left.length };
  log.info(
    { ...outcome, refused: refused.length, error, request_id: mail.request_id },
    'mail.attempted',
  );
  await transact(deps, async (tx) => {
    const endedAt = left.length === 0 ? at.toISOString() : null;
    if (!(await saveAttempt(tx, mail.id, { pending: left, error, endedAt }))) return;
    if (accepted.length > 0) {
      const notification = { recipients: accepted };
      await emitMail(tx, mailAuditContext(deps, mail), mail, 'notification.mailed', notification);
    }
    if (left.length === 0) return;
    const delay = DELAYS_SECONDS[Math.min(mail.attempts, DELAYS_SECONDS.length - 1)] ?? 0;
    await addJob(tx, MAIL_JOB, { mail_id }, { runAt: new Date(at.getTime() + delay * 1000) });
  });
}

const RETENTION_MS = 7 * 86_400_000;

export async function purgeSentMails({ db, now }: Deps): Promise<boolean> {
  const before = new Date(now().getTime() - RETENTION_MS).toISOString();
  const isMore = [await deleteMails(db, before), await purgeExpiredCounts(db, before)];
  return isMore.includes(true);
}
