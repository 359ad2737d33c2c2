// A renamed group takes its open records along: each gets a version, an entry and its events. Ended records keep the old
// name. The job may run twice or be interrupted: it looks for records that still carry an old name.
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
} from '../../records/index.ts';
import { formerNames } from './group-names.sql.ts';
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

const isOpen =
  ({ work }: AnyRecordType, names: readonly string[]) =>
  (row: { state: string; assignment_group: string | null; deleted_at?: string | null }): boolean =>
    (row.deleted_at ?? null) === null &&
    work?.open.includes(row.state) === true &&
    names.includes(row.assignment_group ?? '');

async function renameBatch(
  tx: Tx,
  context: Context,
  type: AnyRecordType,
  groupId: string,
): Promise<number> {
  // Locked, so that the group has one present name while its records get it.
  const group = await groupTable.lock(tx, groupId);
  if (!group) return 0;
  const names = await formerNames(tx, groupId, group.name);
  if (names.length === 0) return 0;
  const found = await findOpenWork(tx, type, { groups: names }, MAX_BATCH);
  for (const id of found.map((one) => one.id).toSorted()) {
    const locked = await lockIf(tx, context, type, id, isOpen(type, names));
    if (!locked) continue;
    const { before } = locked;
    await saveUpdate(
      tx,
      locked.context,
      type,
      before,
      { ...before, assignment_group: group.name },
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
  for (const type of typesOfWork()) {
    for (let size = MAX_BATCH; size === MAX_BATCH; renamed += size) {
      size = await transact(deps, (tx) => renameBatch(tx, context, type, group_id));
    }
  }
  if (renamed > 0)
    deps.log.info({ group: group_id, request_id, records: renamed }, 'group.renamed');
}

export const groupJobs: Jobs = { [RENAME_JOB]: renameRecords };
