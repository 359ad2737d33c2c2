// Taking hold of an incident to change it: locked, seen by its caller, at the version it names.
import { fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/db.ts';
import type { Call } from '../platform/http/call.ts';
import { requireVersion } from '../platform/http/etag.ts';
import { requireVisible } from './incidents.rights.ts';
import { type IncidentRow, lockIncident } from './incidents.sql.ts';
import { fireThresholds } from './sla/sla.fire.ts';

type Asking = Omit<Call<{ id: string }>, 'body'>;

export interface Held<C> {
  before: IncidentRow;
  /** The call as of the moment it holds the lock. */
  call: C;
}

/**
 * When what happens now to a record happened: never before the last thing that did, whichever process's clock is
 * ahead. Else `updated_at` and the events of one record would go back in time.
 */
export const momentOn = (row: IncidentRow, now: Date): Date => {
  const last = [row.updated_at, row.sla_warned_at, row.sla_breached_at];
  return new Date(Math.max(now.getTime(), ...last.map((at) => (at ? Date.parse(at) : 0))));
};

/** Fields that entries name and no reader of an incident sees. */
const unseen = new Set(['work_note', 'sla_warned_at', 'sla_breached_at']);

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
    return fields.filter((field) => !unseen.has(field));
  });
  // Dated when it came, a call that waited for the lock would be older than the change it waited for.
  const call = { ...asked, now: momentOn(before, asked.deps.now()) };
  // What the sweep has not come to yet: the change must find the clock as it is, and not how late the worker was.
  const { BASE_URL } = asked.deps.config;
  return { before: await fireThresholds(tx, call, BASE_URL, before), call };
}
