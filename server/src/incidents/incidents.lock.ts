// Locks an incident for an update and checks that the caller may see it and that `If-Match` is current.
import { fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Context } from '../platform/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { requireVisible } from './incidents.rights.ts';
import { type IncidentRow, lockIncident } from './incidents.sql.ts';
import { isOpen } from './incidents.states.ts';
import { fireThresholds } from './sla/sla.fire.ts';

export interface LockedIncident {
  before: IncidentRow;
  /** With `now` as of the time the lock was obtained. */
  context: Context;
}

interface LockOptions {
  id: string;
  ifMatch?: string | undefined;
  includeDeleted?: boolean;
}

/**
 * The current time, but never before the record's last change: the clocks of processes differ, and `updated_at` and
 * the events of a record must not go back in time.
 */
export const monotonicNow = (row: IncidentRow, now: Date): Date => {
  const last = [row.updated_at, row.sla_warned_at, row.sla_breached_at];
  return new Date(Math.max(now.getTime(), ...last.map((at) => (at ? Date.parse(at) : 0))));
};

/** Fields of audit entries that are not part of an incident's representation. */
const hiddenFields = new Set(['work_note', 'sla_warned_at', 'sla_breached_at']);

/** A request that waited for the lock would otherwise be dated before the change it waited for. */
const atLockTime = (context: Context, row: IncidentRow): Context => ({
  ...context,
  now: monotonicNow(row, context.clock()),
});

/** Locks deleted incidents too. Undefined if there is none. */
async function lockIfPresent(
  tx: Tx,
  request: Context,
  id: string,
): Promise<LockedIncident | undefined> {
  const before = await lockIncident(tx, id);
  return before && { before, context: atLockTime(request, before) };
}

/** Fires the thresholds that the SLA sweep has not reached yet, so that an update does not depend on its delay. */
const withThresholdsFired = async (
  tx: Tx,
  { before, context }: LockedIncident,
): Promise<LockedIncident> => ({
  before: await fireThresholds(tx, context, context.baseUrl, before),
  context,
});

export async function lockForUpdate(
  tx: Tx,
  request: Context,
  { id, ifMatch, includeDeleted = false }: LockOptions,
): Promise<LockedIncident> {
  const locked = await lockIfPresent(tx, request, id);
  if (!locked) throw notFound(`Incident ${id}`);
  if (!includeDeleted) requireVisible(locked.before, id, request);
  await requireVersion(ifMatch, locked.before.version, async (version) => {
    const fields = await fieldsChangedSince(tx, id, version);
    return fields.filter((field) => !hiddenFields.has(field));
  });
  return withThresholdsFired(tx, locked);
}

/** Undefined if the incident does not exist, is deleted or is not open. */
export async function lockOpenForUpdate(
  tx: Tx,
  request: Context,
  id: string,
): Promise<LockedIncident | undefined> {
  const locked = await lockIfPresent(tx, request, id);
  const isUpdatable = locked?.before.deleted_at === null && isOpen(locked.before.state);
  return isUpdatable ? withThresholdsFired(tx, locked) : undefined;
}
