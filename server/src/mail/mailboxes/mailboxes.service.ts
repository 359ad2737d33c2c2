// A mailbox is created, updated and deleted by administrators. The password of a mail server is encrypted in its row, and never shown.
import type { FieldDiff } from '../../events/index.ts';
import { ApiError, type Fault, invalid } from '../../platform/errors.ts';
import { open, rowIdOf, seal, type SecretKeys } from '../../platform/crypto/sealing.ts';
import { picker } from '../../platform/http/input/schema.ts';
import {
  createdRecord,
  okRecord,
  type PatchContext,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  createRecord,
  deleteHandler,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import {
  addressFaults,
  defaultFaults,
  type OutgoingInput,
  outgoingFaults,
} from './mailboxes.rules.ts';
import { Mailbox, type MailboxCreate, type MailboxUpdate } from './mailboxes.schema.ts';
import {
  auditedColumns,
  findTaken,
  type MailboxRow,
  mailboxTable,
  newMailboxId,
} from './mailboxes.sql.ts';

export const mailboxes: RecordType<MailboxRow> & { table: typeof mailboxTable } = {
  type: 'mailbox',
  noun: 'Mailbox',
  path: '/mailboxes',
  table: mailboxTable,
  auditedFields: auditedColumns,
};

const defaultTrust = { authserv_id: null, require_verified: false, api: false };

const defaults = {
  aliases: [],
  defaults: {},
  incoming: { kind: 'api' as const },
  outgoing: { kind: 'instance' as const },
  reply_policy: 'verified' as const,
  active: true,
};

const pick = picker(Mailbox);

type Shown = Omit<MailboxRow, 'outgoing_password'>;

const healthOf = ({ last_message_at, last_error }: Shown): Mailbox['health'] => {
  const received = last_message_at === null ? 'idle' : 'ok';
  return { status: last_error === null ? received : 'failed', last_message_at, last_error };
};

const present = (row: Shown): Mailbox => pick({ ...row, health: healthOf(row) });

const rowIdOfMailbox = (id: string): string => rowIdOf('mailboxes', id);

const sealPassword = (keys: SecretKeys, id: string, password: string): Buffer =>
  seal(keys, rowIdOfMailbox(id), Buffer.from(password));

export const passwordOf = (
  keys: SecretKeys,
  { id, outgoing_password: sealed }: Pick<MailboxRow, 'id' | 'outgoing_password'>,
): string => (sealed === null ? '' : open(keys, rowIdOfMailbox(id), sealed).toString());

/** Absent members get their defaults, so that a server is compared and shown in whole. */
const completeOutgoing = (given: OutgoingInput): OutgoingInput =>
  given.kind === 'smtp' ? { port: 587, security: 'starttls', ...given } : given;

const requireValid = (faults: readonly Fault[]): void => {
  if (faults.length > 0) throw invalid(faults);
};

type Addresses = Pick<MailboxRow, 'id' | 'address' | 'aliases'>;

async function requireFree(tx: Tx, { id, address, aliases }: Addresses): Promise<void> {
  const taken = await findTaken(tx, id, [address, ...aliases]);
  if (taken === undefined) return;
  throw new ApiError('already_exists', `Another mailbox has the address ${taken}.`, {
    field: 'address',
  });
}

/** The audit entry shows that the password changed, not its value. */
const passwordDiff = (isChanged: boolean): FieldDiff =>
  isChanged ? { outgoing_password: { from: null, to: null } } : {};

export const listMailboxes = listHandler(mailboxes, mailboxTable.list, { present });
export const getMailbox = getHandler(mailboxes, present);

export async function createMailbox(
  tx: Tx,
  request: RequestContext<unknown, unknown, MailboxCreate>,
): Promise<Reply> {
  const { deps, body } = request;
  const given = { ...defaults, ...body, trust: { ...defaultTrust, ...body.trust } };
  const { password, ...outgoing } = completeOutgoing(given.outgoing);
  requireValid([
    ...addressFaults(given.address),
    ...defaultFaults(given, request),
    ...(await outgoingFaults(deps.egress, { ...given.outgoing })),
  ]);
  const id = await newMailboxId(tx);
  await requireFree(tx, { ...given, id });
  const at = request.now.toISOString();
  const row = await createRecord(
    tx,
    request,
    mailboxes,
    {
      ...given,
      id,
      outgoing,
      outgoing_password: password === undefined ? null : sealPassword(deps.keys, id, password),
      created_at: at,
      updated_at: at,
    },
    passwordDiff(password !== undefined),
  );
  return createdRecord(request, id, present(row));
}

export async function updateMailbox(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, MailboxUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, mailboxes);
  const { egress, keys } = request.deps;
  // Health changes by itself, so the value of an earlier response is accepted.
  const input = await request.readPatch((sent) => ({
    ...present(before),
    health: sent['health'],
  }));
  const sentServer = input.outgoing && completeOutgoing(input.outgoing);
  const stored: OutgoingInput = before.outgoing;
  const { password, ...outgoing } = sentServer ?? stored;
  const trust = { ...defaultTrust, ...(input.trust ?? before.trust) };
  const next: MailboxRow = {
    ...before,
    ...input,
    trust,
    outgoing,
    ...(outgoing.kind === 'instance' && { outgoing_password: null }),
    ...(password !== undefined && {
      outgoing_password: sealPassword(keys, before.id, password),
    }),
  };
  requireValid([
    ...addressFaults(next.address),
    ...defaultFaults(next, { ...context, fields: request.fields }),
    ...(sentServer ? await outgoingFaults(egress, sentServer, before.outgoing) : []),
  ]);
  await requireFree(tx, next);
  const row = await saveUpdate(tx, context, mailboxes, before, next, {
    also: passwordDiff(password !== undefined),
  });
  return okRecord(present(row));
}

/** Mail to its addresses is not accepted any more; what it received stays. */
export const deleteMailbox = deleteHandler(mailboxes, { active: false, outgoing_password: null });
