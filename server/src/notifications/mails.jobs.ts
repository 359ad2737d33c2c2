// Sending what waits. A server that is away delays it: the next try is written down before this one is forgotten.
import type { Deps } from '../platform/runtime/deps.ts';
import { addJob } from '../platform/runtime/queue.ts';
import { transact } from '../platform/postgres/transaction.ts';
import { admitted, emitMail, mailCause } from './mails.admission.ts';
import { type Sent, sendMail, UnansweredError } from './mail.ts';
import { purgeExpiredCounts } from './mails.limit.sql.ts';
import { findWaiting, deleteMails, saveTry, type WaitingMail } from './mails.sql.ts';
import { MAIL_JOB } from './notify.ts';

/**
 * Before the second try and those after it; the last one repeats. The queue's own delays grow to six hours, which a
 * mail would wait although the server has long been back. Half an hour is what RFC 5321 asks of repeated attempts.
 */
const DELAYS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];
/** As long as mail servers themselves try (RFC 5321, section 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * 86_400_000;
/** What fits into that time. */
const MAX_ATTEMPTS = 250;
/** If the server never says whether it took the text, each attempt may be one more mail in a mailbox. */
const MAX_UNANSWERED = 5;

interface Attempt extends Sent {
  error: string | null;
  isUnanswered?: boolean;
}

const nobody: Sent = { accepted: [], refused: [], deferred: [] };

const errorOf = ({ refused, deferred }: Sent): string | null => {
  if (refused.length > 0) return 'An address was refused.';
  return deferred.length > 0 ? 'An address was refused for now.' : null;
};

async function trySending(deps: Deps, mail: WaitingMail): Promise<Attempt> {
  if (mail.wanting.length === 0) return { ...nobody, error: null };
  const host = new URL(deps.config.BASE_URL).hostname;
  try {
    const sent = await sendMail(deps.config, {
      to: mail.recipients,
      envelope: mail.wanting,
      letter: mail.letter,
      messageId: `<${mail.id}@${host}>`,
    });
    return { ...sent, error: errorOf(sent) };
  } catch (error) {
    return {
      ...nobody,
      deferred: mail.wanting,
      error: (error as Error).message.slice(0, 500),
      isUnanswered: error instanceof UnansweredError,
    };
  }
}

/** Whether this attempt, which failed for now, was the last. */
function isGivenUp(mail: WaitingMail, { isUnanswered }: Attempt, at: Date): boolean {
  const isOld = at.getTime() - Date.parse(mail.created_at) > GIVE_UP_AFTER_MS;
  return isOld || mail.attempts + 1 >= (isUnanswered ? MAX_UNANSWERED : MAX_ATTEMPTS);
}

/** Safe to run twice: what has ended is not sent again. Only a crash between sending and writing so down repeats it. */
export async function sendWaitingMail(deps: Deps, { mail_id }: { mail_id: string }): Promise<void> {
  const { config, db, now, log } = deps;
  const hasServer = config.SMTP_URL !== '';
  // Without a server nothing goes out, so nothing is suppressed either.
  const mail = await (hasServer ? admitted(deps, mail_id) : findWaiting(db, mail_id));
  if (!mail) return;
  const attempt = hasServer
    ? await trySending(deps, mail)
    : { ...nobody, error: 'No mail server is configured.' };
  const { accepted, refused, error } = attempt;
  const at = now();
  const left = isGivenUp(mail, attempt, at) ? [] : attempt.deferred;
  const outcome = { mail: mail.id, type: mail.type, accepted: accepted.length, left: left.length };
  log.info(
    { ...outcome, refused: refused.length, error, request_id: mail.request_id },
    'mail.attempted',
  );
  await transact(deps, async (tx) => {
    const endedAt = left.length === 0 ? at.toISOString() : null;
    await saveTry(tx, mail.id, { pending: left, error, endedAt });
    if (accepted.length > 0) {
      const notification = { recipients: accepted };
      await emitMail(tx, mailCause(deps, mail), mail, 'notification.mailed', notification);
    }
    if (left.length === 0) return;
    const delay = DELAYS_SECONDS[Math.min(mail.attempts, DELAYS_SECONDS.length - 1)] ?? 0;
    await addJob(tx, MAIL_JOB, { mail_id }, { runAt: new Date(at.getTime() + delay * 1000) });
  });
}

const KEPT_MS = 7 * 86_400_000;

export async function purgeSentMails({ unprepared, now }: Deps): Promise<boolean> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const isMore = [
    await deleteMails(unprepared, before),
    await purgeExpiredCounts(unprepared, before),
  ];
  return isMore.includes(true);
}
