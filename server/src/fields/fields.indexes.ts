// Builds and removes the indexes of filterable fields by a job, without blocking writes. The job may be interrupted or run
// twice: it compares the index with the field, and removes what an interrupted build has left.
import { addJob, type Jobs } from '../platform/background/jobs.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { adjustIndex, indexOf } from './fields.indexes.sql.ts';
import { type FieldRow, fieldTable, setIndexState } from './fields.sql.ts';

const INDEX_JOB = 'index-field';

/** Must run in the transaction that changes `filterable`. */
export const queueIndex = (tx: Tx, { id }: Pick<FieldRow, 'id'>): Promise<void> =>
  addJob(tx, INDEX_JOB, { field_id: id });

async function indexField(deps: Deps, { field_id: id }: { field_id: string }): Promise<void> {
  const field = await fieldTable.find(deps.db, id);
  if (!field) return;
  const state = field.filterable ? ('ready' as const) : null;
  try {
    await adjustIndex(deps, field);
  } catch (error) {
    await transact(deps, (tx) => setIndexState(tx, id, 'failed'));
    throw error;
  }
  await transact(deps, async (tx) => {
    const now = await fieldTable.lock(tx, id);
    // The field was changed meanwhile, which queued another job.
    if (now && now.filterable === field.filterable) await setIndexState(tx, id, state);
  });
  deps.log.info({ field: id, index: indexOf(field).name, state }, 'field.indexed');
}

export const fieldJobs: Jobs = { [INDEX_JOB]: indexField };
