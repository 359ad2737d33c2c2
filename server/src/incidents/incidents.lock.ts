// Taking hold of an incident to change it: locked, seen by its caller, at the version it names.
import { fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Context } from '../platform/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { requireVisible } from './incidents.rights.ts';
import { type IncidentRow, lockIncident } from './incidents.sql.ts';
import { fireThresholds } from './sla/sla.fire.ts';

export interface Held {
  before: IncidentRow;
  /** As of the moment it holds the lock. */
  context: Context;
}

interface Wanted {
  id: string;
  ifMatch?: string | undefined;
  evenDeleted?: boolean;
}

/**
 * When what happens now to a record happened: never before the last thing that did, whichever process's clock is
 * ahead. Else `updated_at` and the events of one record would go back in time.
 */
export const monotonicNow = (row: IncidentRow, now: Date): Date => {
  const last = [row.updated_at, row.sla_warned_at, row.sla_breached_at];
  return new Date(Math.max(now.getTime(), ...last.map((at) => (at ? Date.parse(at) : 0))));
};

/** Fields that entries name and no reader of an incident sees. */
const unseen = new Set(['work_note', 'sla_warned_at', 'sla_breached_at']);

/** As of the lock: dated when it came, an act that waited would be older than the change it waited for. */
const atLockTime = (context: Context, row: IncidentRow): Context => ({
  ...context,
  now: monotonicNow(row, context.clock()),
});

/** Undefined if there is none; deleted ones too. */
export async function lockIfPresent(tx: Tx, asked: Context, id: string): Promise<Held | undefined> {
  const before = await lockIncident(tx, id);
  return before && { before, context: atLockTime(asked, before) };
}

/** What the sweep has not come to yet is told: a change must find the clock as it is, not how late the worker was. */
export const settled = async (tx: Tx, { before, context }: Held): Promise<Held> => ({
  before: await fireThresholds(tx, context, context.baseUrl, before),
  context,
});

export async function lockForUpdate(
  tx: Tx,
  asked: Context,
  { id, ifMatch, evenDeleted = false }: Wanted,
): Promise<Held> {
  const held = await lockIfPresent(tx, asked, id);
  if (!held) throw notFound(`Incident ${id}`);
  if (!evenDeleted) requireVisible(held.before, id, asked);
  await requireVersion(ifMatch, held.before.version, async (version) => {
    const fields = await fieldsChangedSince(tx, id, version);
    return fields.filter((field) => !unseen.has(field));
  });
  return settled(tx, held);
}
