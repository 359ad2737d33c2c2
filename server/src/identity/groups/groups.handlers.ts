// HTTP handlers of groups, which `assignment_group` refers to by name.
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type Reply,
  type RequestContext,
  created,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import {
  lockForUpdate,
  readPatchOf,
  readRecord,
  type RecordType,
  saveUpdate,
  auditCreated,
} from '../../records/index.ts';
import { Group, type GroupCreate, type GroupUpdate } from './groups.schema.ts';
import { type GroupRow, groups } from './groups.sql.ts';

const kind: RecordType<GroupRow> = {
  type: 'group',
  auditedFields: ['name', 'email', 'members'],
  rows: groups,
};

const present = picker(Group);

export const listGroups = (request: RequestContext): Promise<Reply> =>
  respondWithList(request, groups.list, { key: 'all' }, { sort: 'created_at', order: 'desc' });

export async function getGroup({
  deps,
  params: { id },
}: RequestContext<{ id: string }>): Promise<Reply> {
  return okRecord(present(await readRecord(deps.db, kind, id)));
}

export async function createGroup(
  tx: Tx,
  request: RequestContext<unknown, unknown, GroupCreate>,
): Promise<Reply> {
  const { name, email = null, members = [] } = request.body;
  const at = request.now.toISOString();
  const row = await groups.insert(tx, { name, email, members, created_at: at, updated_at: at });
  await auditCreated(tx, request, kind, row);
  return created(request, row.id, present(row));
}

export async function updateGroup(
  tx: Tx,
  incoming: PatchContext<{ id: string }, unknown, GroupUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, kind);
  const next: GroupRow = { ...before, ...readPatchOf(request, present(before)) };
  return okRecord(present(await saveUpdate(tx, request, kind, before, next)));
}
