// Turns requests for mails about an account into mails, which are sent and held as all others.
import {
  type AccountMailRequest,
  createResetLink,
  findUser,
  INVITATION_DAYS,
  lockUserOfReset,
  RESET_MINUTES,
  type User,
} from '../../identity/index.ts';
import { addJob } from '../../platform/background/jobs.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { EmailContent } from '../mails/email-content.ts';
import { countRecipients } from '../mails/mails.limit.sql.ts';
import { insertMail, MAIL_JOB, mailExists } from '../mails/mails.sql.ts';
import {
  type AccountMailType,
  invitationContent,
  noPasswordContent,
  factorsChangedContent,
  passwordChangedContent,
  resetContent,
} from './account-mails.content.ts';

/** An account gets at most this many mails of resets in a clock hour. */
const MAX_PER_ACCOUNT = 5;
/** One network causes at most this many; the people of a company may share one. */
const MAX_PER_NETWORK = 30;

interface AccountMail {
  type: AccountMailType;
  user: User;
  content: EmailContent;
}

type Reader<Kind> = (
  tx: Tx,
  deps: Deps,
  request: Extract<AccountMailRequest, { kind: Kind }>,
) => Promise<AccountMail | undefined>;

/** A mail above the limit is not sent and ends no earlier link. */
async function isWithinLimits(
  tx: Tx,
  user: User,
  { at, network }: Extract<AccountMailRequest, { kind: 'reset' }>,
): Promise<boolean> {
  const limits = [
    { caller: `reset of ${user.id}`, most: MAX_PER_ACCOUNT },
    { caller: `resets from ${network}`, most: MAX_PER_NETWORK },
  ];
  for (const limit of limits)
    if ((await countRecipients(tx, { ...limit, at, requested: 1 })) === 0) return false;
  return true;
}

const readers: { [Kind in AccountMailRequest['kind']]: Reader<Kind> } = {
  reset: async (tx, { config, now, log }, request) => {
    const user = await lockUserOfReset(tx, request, now());
    if (!user) return undefined;
    if (!(await isWithinLimits(tx, user, request))) {
      log.warn({ user: user.id, request_id: request.request_id }, 'mail.limited');
      return undefined;
    }
    if (user.password_hash === null)
      return { type: 'account.no_password', user, content: noPasswordContent(config) };
    await createResetLink(tx, user, request);
    const content = { ...resetContent(RESET_MINUTES), accountLink: request.id };
    return { type: 'account.reset', user, content };
  },
  invitation: async (tx, { config }, request) => {
    const user = await findUser(tx, request.user_id);
    const about = { inviter: request.inviter, days: INVITATION_DAYS };
    const content = { ...invitationContent(config, about), accountLink: request.id };
    return user && { type: 'account.invitation', user, content };
  },
  password_changed: async (tx, { config }, request) => {
    const user = await findUser(tx, request.user_id);
    const content = passwordChangedContent(config, request);
    return user && { type: 'account.password_changed', user, content };
  },
  factors_changed: async (tx, { config }, request) => {
    const user = await findUser(tx, request.user_id);
    const content = factorsChangedContent(config, request);
    return user && { type: 'account.factors_changed', user, content };
  },
};

/** May run twice: the mail has the id of the request. */
export async function createAccountMail(deps: Deps, request: AccountMailRequest): Promise<void> {
  if (deps.config.SMTP_URL === '') return;
  await transact(deps, async (tx) => {
    const read = readers[request.kind] as Reader<AccountMailRequest['kind']>;
    const id = `mail_${request.id.replaceAll('-', '')}`;
    if (await mailExists(tx, id)) return;
    const mail = await read(tx, deps, request);
    if (!mail) return;
    const { type, user, content } = mail;
    await insertMail(tx, {
      id,
      type,
      recipients: [user.email],
      caller: null,
      content,
      record_type: 'user',
      record_id: user.id,
      record_version: user.version,
      request_id: request.request_id,
      created_at: request.at,
    });
    await addJob(tx, MAIL_JOB, { mail_id: id });
  });
}
