// Sends waiting mail. After a failed attempt the next one is scheduled in the transaction that records the failure.
import { issueLinkUrl } from '../../identity/index.ts';
import { describeHold, lockOutgoing, readOutgoing } from '../../outgoing/index.ts';
import { writeChain } from '../../platform/http/request/rule-chain.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { addJob } from '../../platform/background/jobs.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type MailOrigin, mailOrigins, type ReplyKind, saveNoteMail } from '../../records/index.ts';
import { admitMail, emitMail, mailAuditContext } from './mails.admission.ts';
import type { EmailContent } from './email-content.ts';
import type { SendResult } from './mail.ts';
import { purgeExpiredCounts } from './mails.limit.sql.ts';
import { readConversation } from './mails.conversation.ts';
import { keepReaders } from './mails.readers.ts';
import {
  deleteMails,
  findWaiting,
  isOfConversation,
  MAIL_JOB,
  saveAttempt,
  type WaitingMail,
} from './mails.sql.ts';
import { cut } from '../../platform/text.ts';
import { isAboutAccount, messageIdOf, threadOf } from './threading.ts';

/**
 * Delays before the second and later attempts; the last one repeats. The queue's own delays grow to six hours, too long
 * for a mail once the server is back. RFC 5321 recommends at least half an hour between repeated attempts.
 */
const DELAYS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];
/** Mail servers retry for as long (RFC 5321, section 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * 86_400_000;
/** This many attempts fit into that time. */
const MAX_ATTEMPTS = 250;
/** While mails are held, a job checks again after its mail's age, within these times. */
const MIN_HELD_MS = 60_000;
const MAX_HELD_MS = 3_600_000;
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

/** Returns undefined if the mail has a link that has ended or expired. */
async function completeContent(
  deps: Deps,
  content: EmailContent,
): Promise<EmailContent | undefined> {
  const { accountLink, link } = content;
  if (accountLink === undefined || !link) return content;
  const url = await issueLinkUrl(deps, accountLink);
  return url === undefined ? undefined : { ...content, link: { ...link, url } };
}

const hostOf = ({ config }: Deps): string => new URL(config.BASE_URL).hostname;

/** A reply to these is for the requester and the people in copy. A reply to any other mail is for the team. */
const hasPublicReplies: ReadonlySet<WaitingMail['type']> = new Set([
  'incident.answered',
  'incident.awaiting_you',
  'incident.resolved',
  'incident.replied',
  'mail.received',
  'request.decided',
]);

const replyKindOf = ({ type }: WaitingMail): ReplyKind =>
  hasPublicReplies.has(type) ? 'public' : 'team';

/** A mail from before each recipient got one of their own has no address for replies. */
function replyToOf(mail: WaitingMail, origin: MailOrigin | undefined): string | undefined {
  const [recipient, ...others] = mail.wanting;
  return recipient === undefined || others.length > 0 || mail.recipients.length > 1
    ? undefined
    : origin?.replyTo(recipient, replyKindOf(mail));
}

async function attemptSend(
  deps: Deps,
  mail: WaitingMail,
  origin: MailOrigin | undefined,
): Promise<Attempt> {
  if (mail.wanting.length === 0) return { ...emptyResult, error: null };
  const content = await completeContent(deps, mail.content);
  if (!content) return { ...emptyResult, error: 'The link in the mail has ended.' };
  const earlier = await readConversation(deps.db, mail);
  const host = hostOf(deps);
  const chain = writeChain(mail.chain, deps.keys.current.ruleChain);
  const replyTo = replyToOf(mail, origin);
  // Each attempt of a mail with a secret has another secret, so a receiver must not take it for a duplicate.
  const idOfAttempt = mail.content.accountLink ? `${mail.id}.${mail.attempts + 1}` : mail.id;
  // The mail library is loaded on demand: it takes longer to load than any other, and most processes send no mail.
  const { sendMail, NoResponseError } = await import('./mail.ts');
  try {
    const result = await sendMail(origin?.server ?? deps, {
      to: mail.recipients,
      envelope: mail.wanting,
      content: { ...content, earlier, takesReplies: replyTo !== undefined },
      thread: threadOf(mail, host),
      messageId: messageIdOf(idOfAttempt, host),
      ...(origin && { from: origin.from }),
      ...(chain !== undefined && { chain }),
      ...(replyTo !== undefined && { replyTo }),
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

/**
 * Returns whether this attempt, which failed temporarily, was the last one. Time during which the mail was held does not
 * count.
 */
function isLastAttempt(
  mail: WaitingMail,
  { hasNoResponse }: Attempt,
  { at, releasedAt }: { at: Date; releasedAt: string | null },
): boolean {
  const since = Math.max(Date.parse(mail.created_at), Date.parse(releasedAt ?? mail.created_at));
  const isOld = at.getTime() - since > GIVE_UP_AFTER_MS;
  return isOld || mail.attempts + 1 >= (hasNoResponse ? MAX_WITHOUT_RESPONSE : MAX_ATTEMPTS);
}

/**
 * Adds the job again without an attempt. A mail that has waited longer is checked less often; a release makes all jobs due
 * at once. Another process may send the mail, if only this one has a different BASE_URL.
 */
async function postponeHeld(deps: Deps, mailId: string): Promise<void> {
  const mail = await findWaiting(deps.db, mailId);
  if (!mail) return;
  const at = deps.now().getTime();
  const age = at - Date.parse(mail.created_at);
  const later = at + Math.min(Math.max(age, MIN_HELD_MS), MAX_HELD_MS);
  await transact(deps, async (tx) => {
    // A release that has just committed has not seen this job.
    const isStillHeld = describeHold(deps, await lockOutgoing(tx, 'share'));
    const runAt = new Date(isStillHeld ? later : at);
    const job = { key: `${MAIL_JOB}:${mailId}`, runAt };
    await addJob(tx, MAIL_JOB, { mail_id: mailId }, job);
  });
}

const findOrigin = async (deps: Deps, mail: WaitingMail): Promise<MailOrigin | undefined> =>
  isAboutAccount(mail)
    ? undefined
    : mailOrigins().find(deps, { type: mail.record_type, id: mail.record_id });

/** An ended mail says in its note what became of it. */
async function noteEnd(tx: Tx, mail: WaitingMail, { accepted }: Attempt): Promise<void> {
  if (!isOfConversation(mail)) return;
  const failed = mail.wanting.length > 0 ? 'failed' : 'skipped';
  await saveNoteMail(tx, mail.id, { state: accepted.length > 0 ? 'sent' : failed });
}

/** An ended mail is not sent again. Only a crash between sending and recording it causes a duplicate. */
export async function sendWaitingMail(deps: Deps, { mail_id }: { mail_id: string }): Promise<void> {
  const { db, now, log } = deps;
  const outgoing = await readOutgoing(db);
  if (describeHold(deps, outgoing)) return postponeHeld(deps, mail_id);
  const queued = await findWaiting(db, mail_id);
  if (!queued) return;
  const origin = await findOrigin(deps, queued);
  const hasServer = (origin?.server ?? deps).config.SMTP_URL !== '';
  const sending = { host: hostOf(deps), mailboxId: origin?.mailboxId ?? null };
  // Without a server no mail is sent, so none is suppressed either.
  const waiting = hasServer ? await admitMail(deps, mail_id, sending) : queued;
  if (!waiting) return;
  const { mail, lost } = await keepReaders(db, waiting);
  const attempt = hasServer
    ? await attemptSend(deps, mail, origin)
    : { ...emptyResult, error: 'No mail server is configured.' };
  const { accepted, refused, error } = attempt;
  const at = now();
  const left = isLastAttempt(mail, attempt, { at, releasedAt: outgoing.released_at })
    ? []
    : attempt.deferred;
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
    if (lost.length > 0) {
      const notification = { recipients: lost, reason: 'not_readable' as const };
      await emitMail(
        tx,
        mailAuditContext(deps, mail),
        mail,
        'notification.suppressed',
        notification,
      );
    }
    if (left.length === 0) return noteEnd(tx, mail, attempt);
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
