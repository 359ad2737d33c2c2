// Groups: what a record's assignment_group names, with those who belong to it.
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type Answer,
  type Call,
  created,
  okRecord,
  type PatchCall,
} from '../../platform/http/request/context.ts';
import { answerList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import {
  hold,
  judged,
  readRecord,
  type RecordKind,
  saveChange,
  tellCreated,
} from '../../records/index.ts';
import { Group, type GroupCreate, type GroupUpdate } from './groups.schema.ts';
import { type GroupRow, groups } from './groups.sql.ts';

const kind: RecordKind<GroupRow> = {
  type: 'group',
  told: ['name', 'email', 'members'],
  rows: groups,
};

const present = picker(Group);

export const listGroups = (call: Call): Promise<Answer> =>
  answerList(call, groups.list, { key: 'all' }, { sort: 'created_at', order: 'desc' });

export async function getGroup({ deps, params: { id } }: Call<{ id: string }>): Promise<Answer> {
  return okRecord(present(await readRecord(deps.db, kind, id)));
}

export async function createGroup(
  tx: Tx,
  call: Call<unknown, unknown, GroupCreate>,
): Promise<Answer> {
  const { name, email = null, members = [] } = call.body;
  const at = call.now.toISOString();
  const row = await groups.insert(tx, { name, email, members, created_at: at, updated_at: at });
  await tellCreated(tx, call, kind, row);
  return created(call, row.id, present(row));
}

export async function updateGroup(
  tx: Tx,
  asked: PatchCall<{ id: string }, unknown, GroupUpdate>,
): Promise<Answer> {
  const { before, call } = await hold(tx, asked, kind);
  const wanted: GroupRow = { ...before, ...judged(call, present(before)) };
  return okRecord(present(await saveChange(tx, call, kind, before, wanted)));
}
