// A renamed group takes its open records along, and the CIs that it supports: each gets a version, an entry and its
// events. Ended records keep the old name. The job may run twice or be interrupted: it looks for records that still carry
// an old name.
import { addJob, type Jobs } from '../../platform/background/jobs.ts';
import { type AuditContext, instanceContext, type Context } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  type AnyRecordType,
  findOpenWork,
  lockIf,
  saveUpdate,
  typesOfWork,
  typesWithGroupColumn,
} from '../../records/index.ts';
import { findWithGroup, formerNames } from './group-names.sql.ts';
import { type GroupRow, groupTable } from './groups.sql.ts';

const RENAME_JOB = 'rename-group';

/** An update of one of these records waits for the whole batch. */
const MAX_BATCH = 20;

/** A write that had resolved the old name may commit after the job; no transaction is open for this long. */
const AGAIN_AFTER_MS = 60_000;

interface Rename {
  group_id: string;
  /** The job acts in the name of the person who renamed the group. */
  actor: { id: string; email: string };
  request_id: string;
}

/** Must run in the transaction that renames the group. */
export async function queueRename(
  tx: Tx,
  { actor: { id, email }, requestId, now }: AuditContext,
  group: GroupRow,
): Promise<void> {
  const job: Rename = { group_id: group.id, actor: { id, email }, request_id: requestId };
  await addJob(tx, RENAME_JOB, job);
  await addJob(tx, RENAME_JOB, job, { runAt: new Date(now.getTime() + AGAIN_AFTER_MS) });
}

/** Records of different types have these members, and the column that names the group. */
interface GroupedRow {
  id: string;
  version: number;
  updated_at: string;
  state?: string;
  deleted_at?: string | null;
  [column: string]: unknown;
}

const isOpen =
  ({ work }: AnyRecordType, names: readonly string[]) =>
  (row: GroupedRow): boolean =>
    (row.deleted_at ?? null) === null &&
    work?.open.includes(row.state ?? '') === true &&
    names.some((name) => name === row['assignment_group']);

/** Records of a type that carry the name of a group. */
interface Followers {
  type: AnyRecordType;
  column: string;
  find: (tx: Tx, names: readonly string[]) => Promise<readonly { id: string }[]>;
  /** A record may have changed before it is locked. */
  follows: (names: readonly string[]) => (row: GroupedRow) => boolean;
}

const followersByWork = (type: AnyRecordType): Followers => ({
  type,
  column: 'assignment_group',
  find: (tx, names) => findOpenWork(tx, type, { groups: names }, MAX_BATCH),
  follows: (names) => isOpen(type, names),
});

const followersByColumn = (type: AnyRecordType): Followers => {
  const column = String(type.groupColumn);
  return {
    type,
    column,
    find: (tx, names) => findWithGroup(tx, { table: type.table.name, column, names }, MAX_BATCH),
    follows: (names) => (row) => names.some((name) => name === row[column]),
  };
};

async function renameBatch(
  tx: Tx,
  context: Context,
  { type, column, find, follows }: Followers,
  groupId: string,
): Promise<number> {
  // Locked, so that the group has one present name while its records get it.
  const group = await groupTable.lock(tx, groupId);
  if (!group) return 0;
  const names = await formerNames(tx, groupId, group.name);
  if (names.length === 0) return 0;
  const found = await find(tx, names);
  for (const id of found.map((one) => one.id).toSorted()) {
    const locked = await lockIf(tx, context, type, id, follows(names));
    if (!locked) continue;
    const { before } = locked;
    await saveUpdate(
      tx,
      locked.context,
      type,
      before,
      { ...before, [column]: group.name },
      { cause: { kind: 'group_renamed', group_id: groupId } },
    );
  }
  return found.length;
}

async function renameRecords(deps: Deps, { group_id, actor, request_id }: Rename): Promise<void> {
  const context: Context = {
    actor: { ...actor, roles: [] },
    requestId: request_id,
    reach: 'all',
    now: deps.now(),
    clock: deps.now,
    ...(await instanceContext(deps)),
  };
  let renamed = 0;
  const all = [
    ...typesOfWork().map(followersByWork),
    ...typesWithGroupColumn().map(followersByColumn),
  ];
  for (const followers of all) {
    for (let size = MAX_BATCH; size === MAX_BATCH; renamed += size) {
      size = await transact(deps, (tx) => renameBatch(tx, context, followers, group_id));
    }
  }
  if (renamed > 0)
    deps.log.info({ group: group_id, request_id, records: renamed }, 'group.renamed');
}

export const groupJobs: Jobs = { [RENAME_JOB]: renameRecords };
