// An action assigns only people who may work on the records, and groups that exist.
import { findAssignmentFaults } from '../../identity/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { AnyAutomation } from '../../records/index.ts';
import type { World } from './draft.ts';

export async function findMisfit(
  db: Db | Tx,
  context: Context,
  { type }: AnyAutomation,
  assignment: Parameters<World['misfit']>[0],
): ReturnType<World['misfit']> {
  const [fault] = await findAssignmentFaults(db as Tx, context, type, assignment);
  return fault && { code: fault.code, message: fault.message };
}
