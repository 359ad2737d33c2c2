// Taking hold of an incident to change it: locked, seen by its caller, at the version it names.
import { fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/db.ts';
import type { Call } from '../platform/http/call.ts';
import { requireVersion } from '../platform/http/etag.ts';
import { sinceLocked } from '../platform/http/locked.ts';
import { requireVisible } from './incidents.rights.ts';
import { type IncidentRow, lockIncident } from './incidents.sql.ts';

type Asking = Omit<Call<{ id: string }>, 'body'>;

export interface Held<C> {
  before: IncidentRow;
  /** The call as of the moment it holds the lock. */
  call: C;
}

export async function holdIncident<C extends Asking>(
  tx: Tx,
  asked: C,
  { evenDeleted = false } = {},
): Promise<Held<C>> {
  const { id } = asked.params;
  const row = await lockIncident(tx, id);
  const before = evenDeleted && row ? row : requireVisible(row, id, asked);
  await requireVersion(asked.ifMatch, before.version, async (version) => {
    const fields = await fieldsChangedSince(tx, id, version);
    return fields.filter((field) => field !== 'work_note');
  });
  return { before, call: sinceLocked(asked, before) };
}
