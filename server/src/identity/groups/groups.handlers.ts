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
} from '../../records/index.ts';
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

export async function updateGroup(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, GroupUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, groupRecord);
  const next: GroupRow = { ...before, ...(await request.readPatch(() => present(before))) };
  await requireUnprovisioned(tx, before, next, ['name', 'members']);
  return okRecord(present(await saveUpdate(tx, context, groupRecord, before, next)));
}
