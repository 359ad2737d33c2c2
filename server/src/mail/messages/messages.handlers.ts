// Messages are received from programs, listed and downloaded over HTTP.
import type { Static } from 'typebox';
import { ApiError, notFound } from '../../platform/errors.ts';
import { download } from '../../platform/http/output/download.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { okRecord, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { readFile, readRecord } from '../../records/index.ts';
import { mailboxes } from '../mailboxes/mailboxes.service.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import { Message } from './messages.schema.ts';
import { findMessage, messageList, type MessageRow } from './messages.sql.ts';
import { allowedDecisions } from './messages.states.ts';
import { storeMessages } from './messages.store.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

const pick = picker(Message);

export const presentMessage = (row: Pick<MessageRow, 'state'>): Static<typeof Message> =>
  pick({ ...row, allowed_decisions: allowedDecisions(row.state) });

export const missingMessage = (id: string): ApiError => notFound(`Message ${id}`);

async function requireMessage(db: Db, id: string): Promise<MessageRow> {
  const row = await findMessage(db, id);
  if (!row) throw missingMessage(id);
  return row;
}

export const listMessages = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    messageList,
    { key: 'all' },
    { sort: 'received_at', order: 'desc' },
    (rows) => rows.map(presentMessage),
  );

export const getMessage = async ({ deps, params }: IdRequest): Promise<Reply> =>
  okRecord(presentMessage(await requireMessage(deps.db, params.id)));

export async function downloadMessage({ deps, params }: IdRequest): Promise<Reply> {
  const { id, size, sha256 } = await requireMessage(deps.db, params.id);
  const content = readFile(deps.db, sha256, size);
  return download({ filename: `${id}.eml`, contentType: 'message/rfc822', size, sha256, content });
}

/** With reach `own`, clients send messages to the mailboxes that name them. */
const maySend = (
  { incoming }: Pick<MailboxRow, 'incoming'>,
  { actor, reach }: Pick<RequestContext, 'actor' | 'reach'>,
): boolean =>
  reach === 'all' ||
  (actor.isClient === true &&
    actor.clientId !== undefined &&
    incoming.clients?.includes(actor.clientId) === true);

export async function receiveMessage(tx: Tx, request: IdRequest<Buffer>): Promise<Reply> {
  const { params, body, now } = request;
  const mailbox = await readRecord(tx, mailboxes, params.id, request);
  if (!maySend(mailbox, request)) throw notFound(`Mailbox ${params.id}`);
  if (!mailbox.active)
    throw new ApiError('mailbox_inactive', 'The mailbox is inactive, so it receives nothing.');
  const [row] = await storeMessages(tx, {
    via: 'api',
    raw: body,
    envelopeFrom: null,
    recipients: [{ mailboxId: mailbox.id, addresses: [] }],
    receivedAt: now,
  });
  if (!row) throw new Error('the message was not stored');
  return { ...okRecord(presentMessage(row)), status: 202 };
}
