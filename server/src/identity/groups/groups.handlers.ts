// Groups are managed here; `assignment_group` refers to them by name.
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { okRecord, type PatchContext, type Reply } from '../../platform/http/request/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import {
  createHandler,
  createRecord,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
  type UpdateOptions,
} from '../../records/index.ts';
import { queueRename } from './groups.rename.ts';
import { requireUnprovisioned } from '../provisioned/require-unprovisioned.ts';
import { Group, type GroupCreate, type GroupUpdate } from './groups.schema.ts';
import { type GroupRow, groupTable } from './groups.sql.ts';

export const groupRecord: RecordType<GroupRow> & { table: typeof groupTable } = {
  type: 'group',
  path: '/groups',
  table: groupTable,
  auditedFields: ['name', 'email', 'members'],
};

const present = picker(Group);

export const listGroups = listHandler(groupRecord, groupTable.list);
export const getGroup = getHandler(groupRecord, present);

export const registerGroup = (
  tx: Tx,
  context: AuditContext,
  input: GroupCreate,
  columns: Partial<GroupRow> = {},
): Promise<GroupRow> => {
  const { name, email = null, members = [] } = input;
  const at = context.now.toISOString();
  return createRecord(tx, context, groupRecord, {
    name,
    email,
    members,
    ...columns,
    created_at: at,
    updated_at: at,
  });
};
export const createGroup = createHandler(
  (tx, request, input: GroupCreate) => registerGroup(tx, request, input),
  present,
);

/** A directory lists who joined and left instead of all members, so its record differs. */
type SaveOptions = UpdateOptions<GroupRow> & { record?: typeof groupRecord };

/** Every change of a group ends here: a new name is taken to its open records, and the old one stays reserved. */
export async function saveGroup(
  tx: Tx,
  context: AuditContext,
  before: GroupRow,
  next: GroupRow,
  { record = groupRecord, ...options }: SaveOptions = {},
): Promise<GroupRow> {
  if (next.name === before.name) return saveUpdate(tx, context, record, before, next, options);
  const earlier = before.previous_names.filter((name) => name !== next.name);
  const renamed = { ...next, previous_names: [...earlier, before.name] };
  const row = await saveUpdate(tx, context, record, before, renamed, options);
  await queueRename(tx, context, row);
  return row;
}

export async function updateGroup(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, GroupUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, groupRecord);
  const next: GroupRow = { ...before, ...(await request.readPatch(() => present(before))) };
  await requireUnprovisioned(tx, before, next, ['name', 'members']);
  return okRecord(present(await saveGroup(tx, context, before, next)));
}
