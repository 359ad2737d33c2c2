// Each approver has one row per change.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Actor, addressesOf } from '../../platform/context.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';
import { precompile } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Approval } from '../changes.schema.ts';

interface ChangeApprovalsTable extends Approval {
  change_id: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    change_approvals: ChangeApprovalsTable;
  }
}

const approvals = precompile('approvals of a change', (db) =>
  db
    .selectFrom('change_approvals')
    .select(['approver', 'decision', 'comment', 'at'])
    .where('change_id', '=', '')
    .orderBy('at')
    .orderBy('approver'),
);

/** Returns the oldest first. */
export const findApprovals = (
  db: Db | Tx,
  changeId: string,
): Promise<Omit<Selectable<ChangeApprovalsTable>, 'change_id'>[]> => approvals(db, [changeId]);

/** Replaces the former decision of the approver. The change must be locked. */
export async function saveApproval(tx: Tx, changeId: string, approval: Approval): Promise<void> {
  const { approver, ...decided } = approval;
  await tx
    .insertInto('change_approvals')
    .values({ change_id: changeId, ...approval })
    .onConflict((conflict) => conflict.columns(['change_id', 'approver']).doUpdateSet(decided))
    .execute();
}

export async function deleteApprovals(tx: Tx, changeId: string): Promise<void> {
  await tx.deleteFrom('change_approvals').where('change_id', '=', changeId).execute();
}

/** The requester of a change may not decide it. */
export function isUndecided(actor: Pick<Actor, 'email' | 'formerEmails'>): RawBuilder<boolean> {
  const addresses = addressesOf(actor);
  return sql<boolean>`not ${isOneOfAddresses('changes.requested_by', addresses)} and not exists (
    select from change_approvals
    where change_id = changes.id and ${isOneOfAddresses('approver', addresses)})`;
}
