// Taking hold of an incident to change it: locked, seen by its caller, at the version it names.
import { fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/db.ts';
import type { Act } from '../platform/http/call.ts';
import { requireVersion } from '../platform/http/etag.ts';
import { requireVisible } from './incidents.rights.ts';
import { type IncidentRow, lockIncident } from './incidents.sql.ts';

export interface Held {
  before: IncidentRow;
  /** As of the moment it holds the lock. */
  act: Act;
}

interface Wanted {
  id: string;
  ifMatch?: string | undefined;
  evenDeleted?: boolean;
}

/**
 * Dated when it came, an act that waited for the lock would be older than the change it waited for:
 * `updated_at` and the events of one record would go back in time.
 */
const sinceLocked = (act: Act, row: IncidentRow): Act => ({
  ...act,
  now: new Date(Math.max(act.clock().getTime(), Date.parse(row.updated_at))),
});

export async function holdIncident(
  tx: Tx,
  asked: Act,
  { id, ifMatch, evenDeleted = false }: Wanted,
): Promise<Held> {
  const row = await lockIncident(tx, id);
  const before = evenDeleted && row ? row : requireVisible(row, id, asked);
  await requireVersion(ifMatch, before.version, async (version) => {
    const fields = await fieldsChangedSince(tx, id, version);
    return fields.filter((field) => field !== 'work_note');
  });
  return { before, act: sinceLocked(asked, before) };
}
