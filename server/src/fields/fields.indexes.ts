// Builds and removes the indexes of filterable fields by a job, without blocking writes. The job may be interrupted or run
// twice: it compares the index with the field, and removes what an interrupted build has left.
import { sql } from 'kysely';
import { addJob, type Jobs } from '../platform/background/jobs.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { fieldIndexSql, typeNamed } from '../records/index.ts';
import { type FieldRow, fieldTable, indexValidity, setIndexState } from './fields.sql.ts';

const INDEX_JOB = 'index-field';

/** Must run in the transaction that changes `filterable`. */
export const queueIndex = (tx: Tx, { id }: Pick<FieldRow, 'id'>): Promise<void> =>
  addJob(tx, INDEX_JOB, { field_id: id });

export const indexOf = (field: FieldRow, isConcurrent = true) => {
  const type = typeNamed(field.record_type);
  if (!type) throw new Error(`No feature has the record type ${field.record_type}.`);
  return { ...fieldIndexSql(field, type.table, { isConcurrent }), table: type.table.name };
};

/** The statements run one by one on a connection that nothing else uses, because a build may take minutes. */
async function adjust({ maintenance, sharesBackend }: Deps, field: FieldRow): Promise<void> {
  const { name, table, create } = indexOf(field, !sharesBackend);
  const drop = sql`drop index ${sharesBackend ? sql`` : sql`concurrently`} if exists ${sql.ref(name)}`;
  await maintenance.connection().execute(async (connection: Db) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      const isValid = await indexValidity(connection, name);
      if (isValid === false || !field.filterable) await drop.execute(connection);
      if (!field.filterable) return;
      await create.execute(connection);
      // PostgreSQL has no statistics about a new expression until the table is analysed.
      await sql`analyze ${sql.table(table)}`.execute(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function indexField(deps: Deps, { field_id: id }: { field_id: string }): Promise<void> {
  const field = await fieldTable.find(deps.db, id);
  if (!field) return;
  const state = field.filterable ? ('ready' as const) : null;
  try {
    await adjust(deps, field);
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
