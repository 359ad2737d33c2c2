// A mailbox is created, updated and deleted by administrators. The secrets of its logins are encrypted in its row, and never
// shown.
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
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  createRecord,
  deleteHandler,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import { healthOf } from './health.ts';
import {
  completeLogin,
  type Direction,
  loginFaults,
  namesServer,
  secretOf,
} from './logins.rules.ts';
import { addressFaults, defaultFaults } from './mailboxes.rules.ts';
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

type Shown = Omit<MailboxRow, 'incoming_secret' | 'outgoing_password'>;

const present = (row: Shown, { now }: Pick<Context, 'now'>): Mailbox =>
  pick({ ...row, health: healthOf(row, now) });

const secretColumns = {
  incoming: 'incoming_secret',
  outgoing: 'outgoing_password',
} as const satisfies Record<Direction, keyof MailboxRow>;
const directions = ['incoming', 'outgoing'] as const;

const rowIdOfMailbox = (id: string): string => rowIdOf('mailboxes', id);

/** Returns the password or the client secret; empty if there is none. */
export function secretOfLogin(
  keys: SecretKeys,
  direction: Direction,
  row: Pick<MailboxRow, 'id' | 'incoming_secret' | 'outgoing_password'>,
): string {
  const sealed = row[secretColumns[direction]];
  return sealed === null ? '' : open(keys, rowIdOfMailbox(row.id), sealed).toString();
}

const requireValid = (faults: readonly Fault[]): void => {
  if (faults.length > 0) throw invalid(faults);
};

type Logins = Pick<MailboxCreate, Direction>;
type StoredLogins = Pick<MailboxRow, Direction>;

interface ReadLogins {
  /** The columns of the logins that were given, and of their secrets. */
  columns: Partial<MailboxRow>;
  faults: Fault[];
  /** The audit entry shows that a secret changed, not its value. */
  diff: FieldDiff;
}

async function readLogins(
  { egress, keys }: Deps,
  id: string,
  given: Logins,
  before?: StoredLogins,
): Promise<ReadLogins> {
  const read: ReadLogins = { columns: {}, faults: [], diff: {} };
  for (const direction of directions) {
    const sent = given[direction];
    if (!sent) continue;
    const { password: _, client_secret: __, ...stored } = completeLogin(sent);
    const secret = secretOf(sent);
    const column = secretColumns[direction];
    const keeps = secret === undefined && namesServer(sent.kind);
    const faultsOf = loginFaults(egress, direction, completeLogin(sent), before?.[direction]);
    read.faults.push(...(await faultsOf));
    Object.assign(read.columns, { [direction]: stored }, !keeps && { [column]: null });
    if (secret === undefined) continue;
    read.columns[column] = seal(keys, rowIdOfMailbox(id), Buffer.from(secret));
    read.diff[column] = { from: null, to: null };
  }
  return read;
}

/** Another folder is read from its present end on; the same one where reading ended, also with another password. */
const folderOf = ({ incoming }: Pick<MailboxRow, 'incoming'>): string | undefined =>
  incoming.kind === 'imap' ? `${incoming.user}@${incoming.host}` : undefined;

const startOfReading = (
  before: Pick<MailboxRow, 'incoming'> | undefined,
  after: Pick<MailboxRow, 'incoming'>,
  at: string,
): Partial<MailboxRow> => {
  const folder = folderOf(after);
  return before && folderOf(before) === folder
    ? {}
    : { incoming_since: folder === undefined ? null : at, read_until: null };
};

type Addresses = Pick<MailboxRow, 'id' | 'address' | 'aliases'>;

async function requireFree(tx: Tx, { id, address, aliases }: Addresses): Promise<void> {
  const taken = await findTaken(tx, id, [address, ...aliases]);
  if (taken === undefined) return;
  throw new ApiError('already_exists', `Another mailbox has the address ${taken}.`, {
    field: 'address',
  });
}

export const listMailboxes = listHandler(mailboxes, mailboxTable.list, { present });
export const getMailbox = getHandler(mailboxes, present);

export async function createMailbox(
  tx: Tx,
  request: RequestContext<unknown, unknown, MailboxCreate>,
): Promise<Reply> {
  const { deps, body } = request;
  const given = { ...defaults, ...body, trust: { ...defaultTrust, ...body.trust } };
  const id = await newMailboxId(tx);
  const logins = await readLogins(deps, id, given);
  requireValid([
    ...addressFaults(given.address),
    ...defaultFaults(given, request),
    ...logins.faults,
  ]);
  await requireFree(tx, { ...given, id });
  const at = request.now.toISOString();
  const { incoming, outgoing } = given;
  const values = { ...given, id, incoming, outgoing, outgoing_password: null, ...logins.columns };
  const row = await createRecord(
    tx,
    request,
    mailboxes,
    { ...values, ...startOfReading(undefined, values, at), created_at: at, updated_at: at },
    logins.diff,
  );
  return createdRecord(request, id, present(row, request));
}

export async function updateMailbox(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, MailboxUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, mailboxes);
  // Health changes by itself, so the value of an earlier response is accepted.
  const input = await request.readPatch((sent) => ({
    ...present(before, request),
    health: sent['health'],
  }));
  const logins = await readLogins(request.deps, before.id, input, before);
  const trust = { ...defaultTrust, ...(input.trust ?? before.trust) };
  const next: MailboxRow = { ...before, ...input, trust, ...logins.columns };
  requireValid([
    ...addressFaults(next.address),
    ...defaultFaults(next, { ...context, fields: request.fields }),
    ...logins.faults,
  ]);
  await requireFree(tx, next);
  const at = request.now.toISOString();
  // The next attempt shows whether the new login works.
  const health = input.incoming && { last_error: null, failing_since: null };
  const row = await saveUpdate(
    tx,
    context,
    mailboxes,
    before,
    { ...next, ...health, ...startOfReading(before, next, at) },
    { also: logins.diff },
  );
  return okRecord(present(row, request));
}

/** Mail to its addresses is not accepted any more; what it received stays. */
export const deleteMailbox = deleteHandler(mailboxes, {
  active: false,
  incoming_secret: null,
  outgoing_password: null,
});
