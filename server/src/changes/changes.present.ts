// Presents a change with its approvals, conflicts and allowed transitions.
import { may } from '../identity/index.ts';
import type { Context, Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { countReadable, noteView, withCustom } from '../records/index.ts';
import { findApprovals } from './decisions/changes.approvals.sql.ts';
import { changeNotes } from './changes.record.ts';
import { Change } from './changes.schema.ts';
import type { ChangeRow } from './changes.sql.ts';
import { settableFrom } from './changes.states.ts';
import { conflictsOf } from './windows/conflicts.ts';

const pick = picker(Change);

/** Returns `conflicts` as the client sent them back, because they change without an update of this record. */
export const presentChange = async (
  row: ChangeRow,
  { actor, reach, settings, fields }: Viewer & Pick<Context, 'settings' | 'fields'>,
  db: Db | Tx,
  sent?: Record<string, unknown>,
): Promise<Change> => {
  const mayEdit = reachOf(may('changes.create'), actor) !== undefined;
  const shown = pick({
    ...row,
    work_notes_count: countReadable(row, noteView(changeNotes, { actor, reach })),
    approvals: await findApprovals(db, row.id),
    conflicts: Array.isArray(sent?.['conflicts'])
      ? sent['conflicts']
      : ((await conflictsOf(db, settings, [row])).get(row.id) ?? []),
    allowed_transitions: mayEdit ? settableFrom(row.state) : [],
  });
  return withCustom('change', row, { actor, fields }, shown);
};
