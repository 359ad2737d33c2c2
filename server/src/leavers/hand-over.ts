// Hands the open records of somebody over, by a bulk job whose rows are the records. A row does nothing if its record is
// no longer theirs or no longer open, so that no record is handed over twice.
import { acceptJob } from '../bulk/index.ts';
import { findActiveSubject, may } from '../identity/index.ts';
import { sendNotification } from '../notifications/index.ts';
import { addressesOf, type Context, isOwnAddress, isSamePerson } from '../platform/context.ts';
import { ApiError, type Fault, invalid, notFound } from '../platform/errors.ts';
import type { Reply, RequestContext } from '../platform/http/request/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type BulkOffers,
  findOpenWork,
  lockIf,
  type OpenRecord,
  saveUpdate,
  typeNamed,
  typesOfWork,
} from '../records/index.ts';
import type { HandOver } from './leavers.schema.ts';
import { findUser, type Person } from './leavers.sql.ts';

/** A job has at most this many rows; a further hand-over takes the rest. */
const MAX_ROWS = 1000;
const JOB_TYPE = 'open-work';
const policy = may('work.hand_over');

interface Row {
  id: string;
  record_type: string;
}

/** The fields are the same in every row of a job. */
interface Fields {
  /** The records may name any address of the leaver. */
  from: readonly string[];
  to: string | null;
}

const toError = (code: Fault['code'], message: string) =>
  invalid([{ in: 'body', pointer: '/to', code, message }]);

/** Requires that the recipient may work on records of all these types. */
async function requireRecipient(
  tx: Tx,
  { deps }: Pick<RequestContext, 'deps'>,
  person: Person,
  to: string,
  records: readonly OpenRecord[],
): Promise<string> {
  if (isSamePerson(to, person.email))
    throw toError('not_allowed', `The records are already assigned to ${to}. Name somebody else.`);
  const subject = await findActiveSubject(tx, deps.config, to);
  if (!subject)
    throw toError('unknown_person', `${to} is not the address of an active user or client.`);
  for (const name of new Set(records.map(({ type }) => type))) {
    const type = typeNamed(name);
    const editors = type?.work?.editors ?? type?.notes?.editors;
    if (editors && !reachOf(editors, subject))
      throw toError(
        'not_assignable',
        `${to} may not change ${name}s. Name somebody with one of the roles ${Object.keys(editors).join(', ')}.`,
      );
  }
  return subject.email;
}

async function notifyRecipient(
  tx: Tx,
  context: RequestContext,
  { id, email, name }: Person,
  to: string,
  records: readonly OpenRecord[],
): Promise<void> {
  if (isOwnAddress(context.actor, to)) return;
  const total = records.length;
  const whose = `${total} open ${total === 1 ? 'record' : 'records'} of ${name}`;
  await sendNotification(tx, context, {
    type: 'work.handed_over',
    record: { type: 'user', id, version: 1 },
    people: [to],
    data: { user_id: id, person: email, person_name: name, total, records: records.slice(0, 20) },
    mailTo: [to],
    content: {
      subject: `You take over ${whose}`,
      lines: [
        `${context.actor.email} hands ${whose} over to you:`,
        ...records.slice(0, 20).map((record) => `${record.id}: ${record.title}`),
        ...(total > 20 ? [`… and ${total - 20} more.`] : []),
      ],
    },
  });
}

export async function handOver(
  tx: Tx,
  request: RequestContext<{ id: string }, unknown, HandOver>,
): Promise<Reply> {
  const person = await findUser(tx, request.params.id);
  if (!person) throw notFound(`User ${request.params.id}`);
  const from = addressesOf(person);
  const records: OpenRecord[] = [];
  for (const type of typesOfWork()) {
    const left = MAX_ROWS - records.length;
    if (left === 0) break;
    records.push(...(await findOpenWork(tx, type, { assignees: from }, left)));
  }
  if (records.length === 0)
    throw new ApiError('no_open_work', `No open record is assigned to ${person.email}.`);
  const { to = null } = request.body;
  const recipient = to === null ? null : await requireRecipient(tx, request, person, to, records);
  if (recipient !== null) await notifyRecipient(tx, request, person, recipient, records);
  return acceptJob(tx, request, {
    type: JOB_TYPE,
    operation: 'hand_over',
    isDryRun: false,
    records: records.map(({ id, type }) => ({ id, record_type: type })),
    fields: { from, to: recipient },
  });
}

/** Handles a row of the job. */
async function handRecordOver(
  tx: Tx,
  context: Context,
  { id, record_type, from, to }: Row & Fields,
): Promise<{ id: string }> {
  const type = typeNamed(record_type);
  if (!type?.work) throw notFound(`Record ${id}`);
  const { open } = type.work;
  const isTheirs = (row: {
    state: string;
    assigned_to: string | null;
    deleted_at?: string | null;
  }) =>
    (row.deleted_at ?? null) === null &&
    open.includes(row.state) &&
    from.some((address) => isSamePerson(row.assigned_to ?? '', address));
  const locked = await lockIf(tx, context, type, id, isTheirs);
  if (!locked) return { id };
  const { before } = locked;
  await saveUpdate(
    tx,
    locked.context,
    type,
    before,
    { ...before, assigned_to: to },
    {
      cause: { kind: 'handed_over' },
    },
  );
  return { id };
}

export const handOverBulk: BulkOffers = {
  [JOB_TYPE]: {
    policy,
    operations: {
      hand_over: { policy, apply: (tx, context, row) => handRecordOver(tx, context, row as never) },
    },
  },
};
