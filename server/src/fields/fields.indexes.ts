// Builds and removes the indexes of filterable fields by a job, without blocking writes. The job may be interrupted or run
// twice: it compares the index with the field, and removes what an interrupted build has left.
import { addJob, type Jobs } from '../platform/background/jobs.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { adjustIndex, indexOf, withIndexLock } from './fields.indexes.sql.ts';
import { type FieldRow, fieldTable, findUnindexed, setIndexState } from './fields.sql.ts';

const INDEX_JOB = 'index-field';

/** Must run in the transaction that changes `filterable`. */
export const queueIndex = (tx: Tx, { id }: Pick<FieldRow, 'id'>): Promise<void> =>
  addJob(tx, INDEX_JOB, { field_id: id });

async function adjustField(deps: Deps, connection: Db, field: FieldRow): Promise<void> {
  const { id, filterable } = field;
  try {
    await adjustIndex(connection, deps, field);
  } catch (error) {
    await transact(deps, (tx) => setIndexState(tx, id, 'failed'));
    throw error;
  }
  const state = filterable ? ('ready' as const) : null;
  await transact(deps, async (tx) => {
    const now = await fieldTable.lock(tx, id);
    // The field was changed meanwhile, which queued another job.
    if (now && now.filterable === filterable) await setIndexState(tx, id, state);
  });
  deps.log.info({ field: id, index: indexOf(field).name, state }, 'field.indexed');
}

const RETRY_MS = 1000;

/** Also builds the indexes that other jobs wait to build, so that their fields need not wait for a retry. */
async function indexField(deps: Deps, payload: { field_id: string }): Promise<void> {
  const isDone = await withIndexLock(deps, async (connection) => {
    const tried: string[] = [];
    let id: string | undefined = payload.field_id;
    for (; id !== undefined; id = await findUnindexed(deps.db, tried)) {
      tried.push(id);
      const field = await fieldTable.find(deps.db, id);
      if (field) await adjustField(deps, connection, field);
    }
  });
  if (isDone) return;
  const runAt = new Date(deps.now().getTime() + RETRY_MS);
  await transact(deps, (tx) => addJob(tx, INDEX_JOB, payload, { runAt }));
}

export const fieldJobs: Jobs = { [INDEX_JOB]: indexField };
