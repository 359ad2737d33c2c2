// Mails about a record are sent from its mailbox, and replies arrive there: at an address that is signed for the recipient.
import { transact } from '../../platform/postgres/transaction.ts';
import type { MailOrigins } from '../../records/index.ts';
import { mailServerOf } from '../mailboxes/mail-server.ts';
import { rememberMessageIds } from '../threads/message-ids.sql.ts';
import { findMailboxOfRecord } from './mail-origins.sql.ts';
import { makeReplyAddress } from './reply-address.ts';
import { replyKeys } from './reply-keys.ts';

const find: MailOrigins['find'] = async (deps, record) => {
  const mailbox = await findMailboxOfRecord(deps.db, record);
  if (!mailbox) return undefined;
  const [key] = await transact(deps, (tx) => replyKeys(tx, deps.keys));
  if (!key) throw new Error('There is no key that signs reply addresses.');
  const { id, name, address } = mailbox;
  return {
    mailboxId: id,
    from: { name, address },
    server: mailServerOf(deps, mailbox),
    replyTo: (recipient, kind) =>
      makeReplyAddress(key, address, { record: record.id, kind }, recipient),
  };
};

export const recordMailOrigins: MailOrigins = { find, remember: rememberMessageIds };
