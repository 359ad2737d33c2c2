// Delivers mails to records as the job of a received message does, with a sender whose verification the test decides.
import { transact } from '../../src/platform/postgres/transaction.ts';
import { deliver } from '../../src/mail/delivery/deliver.ts';
import { mailboxTable } from '../../src/mail/mailboxes/mailboxes.sql.ts';
import type { Incoming, Outcome, Verification } from '../../src/mail/messages/incoming.ts';
import { makeReplyAddress, type ReplyKind } from '../../src/mail/replies/reply-address.ts';
import { replyKeys } from '../../src/mail/replies/reply-keys.ts';
import type { verifySender } from '../../src/mail/senders/verify.ts';
import { parseMail } from '../../src/mail/text/parse/parse.ts';
import type { Instance, Json } from './harness.ts';

export interface SentMail {
  from?: string;
  /** The header of the mail; the mailbox by default. */
  to?: string;
  cc?: string;
  subject?: string;
  text?: string;
  messageId?: string;
  inReplyTo?: string;
  references?: string;
  headers?: readonly string[];
  /** Replaces headers and text from Content-Type on. */
  body?: string;
}

export interface DeliveryOptions {
  sender?: Verification['result'];
  /** The mail was sent to these addresses; to the mailbox by default. */
  recipients?: readonly string[];
  decision?: Incoming['decision'];
}

type SenderCheck = (mail: Parameters<typeof verifySender>[0]) => Promise<Verification>;

export interface Desk {
  mailbox: Json;
  deliverRaw: (
    raw: Buffer,
    verify: SenderCheck,
    options?: Omit<DeliveryOptions, 'sender'>,
  ) => Promise<Outcome>;
  send: (mail: SentMail, options?: DeliveryOptions) => Promise<Outcome>;
  /** Returns the address to which a recipient replies. */
  replyAddress: (record: string, kind: ReplyKind, recipient: string) => Promise<string>;
}

const addressIn = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from;

const rawOf = (
  { from, to, cc, subject, text = 'It jams.', messageId, inReplyTo, references, ...mail }: SentMail,
  mailbox: string,
): Buffer => {
  const header = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}: ${value}`];
  const { headers = [], body } = mail;
  const lines = [
    ...header('From', from),
    ...header('To', to ?? mailbox),
    ...header('Cc', cc),
    ...header('Subject', subject),
    ...header('Message-ID', messageId),
    ...header('In-Reply-To', inReplyTo),
    ...header('References', references),
    ...headers,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n${body ?? `\r\n${text.replaceAll('\n', '\r\n')}`}`);
};

let sent = 0;

export async function openDesk(instance: Instance, fields: Json = {}): Promise<Desk> {
  const created = await instance.call('POST', '/mailboxes', {
    as: 'super_admin',
    body: { address: 'help@example.com', name: 'Help', record_type: 'incident', ...fields },
  });
  if (created.status !== 201) throw new Error(created.text);
  const { deps } = instance;
  const mailbox = created.body;

  const deliverRaw: Desk['deliverRaw'] = async (
    raw,
    verify,
    { recipients = [mailbox.address], decision = null } = {},
  ) => {
    const parsed = await parseMail(raw);
    if (parsed.kind === 'failed') throw new Error(parsed.failure);
    const { mail } = parsed;
    const row = await mailboxTable.find(deps.db, mailbox.id);
    if (!row) throw new Error('the mailbox is missing');
    const received = { mailbox: row, via: 'lmtp', receivedAt: deps.now() } as const;
    const sender = await verify({ raw, from: mail.from, headers: mail.headers, ...received });
    const envelope = { from: mail.from[0]?.address ?? '', to: recipients };
    const [message] = await instance
      .sql(
        `insert into files (sha256, size, content) values (sha256($1::bytea), $2, $1)
       on conflict (sha256) do nothing`,
        [raw, raw.length],
      )
      .then(() =>
        instance.sql(
          `insert into messages (mailbox_id, via, envelope_from, envelope_to, sha256, size, received_at)
         values ($1, 'lmtp', $2, $3, sha256($4::bytea), $5, $6) returning id`,
          [mailbox.id, envelope.from, recipients, raw, raw.length, deps.now().toISOString()],
        ),
      );
    const incoming: Incoming = { ...received, id: message.id, envelope, mail, sender, decision };
    const outcome = await transact(deps, (tx) => deliver(tx, deps, incoming));
    await instance.sql(
      'update messages set state = $2, record_id = $3, sender = $4 where id = $1',
      [
        message.id,
        outcome.state,
        outcome.state === 'applied' ? outcome.record_id : null,
        sender.from,
      ],
    );
    return outcome;
  };

  const send: Desk['send'] = async (
    { from = 'Erin Example <erin@example.com>', subject = 'Printer', ...mail },
    { sender: result = 'verified', ...options } = {},
  ) => {
    sent += 1;
    const messageId = mail.messageId ?? `<${sent}@clients.example>`;
    const raw = rawOf({ ...mail, from, subject, messageId }, mailbox.address);
    const address = addressIn(from).toLowerCase();
    const by = result === 'verified' ? 'dkim' : null;
    const verification = { result, by, from: address, reason: 'by the test' } as const;
    return deliverRaw(raw, async () => verification, options);
  };

  const replyAddress: Desk['replyAddress'] = async (record, kind, recipient) => {
    const [key] = await transact(deps, (tx) => replyKeys(tx, deps.keys));
    if (!key) throw new Error('there is no key');
    return makeReplyAddress(key, mailbox.address, { record, kind }, recipient);
  };

  return { mailbox, deliverRaw, send, replyAddress };
}
