// Locks a record for an update if the caller may see it at the version of If-Match, and dates the update after the last one.
import { fieldsChangedSince } from '../events/index.ts';
import type { Context } from '../platform/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { hiddenChanges, hidesChange } from './custom/custom.present.ts';
import { noteView } from './notes/notes.rights.ts';
import { hasVisibleNoteSince } from './notes/notes.sql.ts';
import type { RecordType, VersionedRow } from './record-type.ts';
import { missing, requireVisible } from './visibility.ts';

export interface LockTarget {
  id: string;
  ifMatch?: string | undefined;
  includeDeleted?: boolean;
  /** The update applies to a record that other requests may not change. */
  isAlwaysAllowed?: true;
}

export interface LockedRecord<Row, C> {
  before: Row;
  /** `now` is the time at which the lock was obtained. */
  context: C;
}

/**
 * Returns the current time, but never one before the record's last change: the clocks of processes differ, and
 * `updated_at` and the events of a record must not go back in time.
 */
export const monotonicNow = <Row extends VersionedRow>(
  { lastTimes }: Pick<RecordType<Row>, 'lastTimes'>,
  row: Row,
  now: Date,
): Date => {
  const last = [row.updated_at, ...(lastTimes?.(row) ?? [])];
  return new Date(Math.max(now.getTime(), ...last.map((at) => (at ? Date.parse(at) : 0))));
};

/** Reads the clock after locking: a request that waited would otherwise be dated before the change it waited for. */
async function lockRow<Row extends VersionedRow, C extends Context>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  id: string,
): Promise<LockedRecord<Row, C> | undefined> {
  const before = await type.table.lock(tx, id);
  return (
    before && {
      before,
      context: { ...context, now: monotonicNow(type, before, context.clock()) },
    }
  );
}

const withEffectsOfTime = async <Row extends VersionedRow, C extends Context>(
  tx: Tx,
  type: RecordType<Row, C>,
  { before, context }: LockedRecord<Row, C>,
): Promise<LockedRecord<Row, C>> => ({
  before: type.onLock ? await type.onLock(tx, context, before) : before,
  context,
});

/** Records of any type can have audit entries about these, which their representations do not show. */
const OUTSIDE_FIELDS = ['notification', 'links', 'message', 'cc', 'watchers'];

/**
 * Returns the changed fields of the caller's representation. The count of notes is included only if a note that the
 * caller may read was added: for others it would reveal that hidden notes exist.
 */
async function visibleFieldsSince<Row extends VersionedRow, C extends Context>(
  tx: Tx,
  request: C,
  type: RecordType<Row, C>,
  row: Row,
  version: number,
): Promise<string[]> {
  const outside = new Set<string>([...(type.internalFields ?? []), ...OUTSIDE_FIELDS]);
  const hidden = hiddenChanges(type, request);
  const fields = await fieldsChangedSince(tx, type.auditId?.(row) ?? row.id, version);
  if (type.notes && fields.includes('work_notes_count')) {
    const view = noteView(type.notes, request);
    if (!(await hasVisibleNoteSince(tx, row.id, view, version))) outside.add('work_notes_count');
  }
  return fields.filter((field) => !outside.has(field) && !hidesChange(hidden, field));
}

export async function lockForUpdate<Row extends VersionedRow, C extends Context>(
  tx: Tx,
  request: C,
  type: RecordType<Row, C>,
  { id, ifMatch, includeDeleted = false, isAlwaysAllowed }: LockTarget,
): Promise<LockedRecord<Row, C>> {
  const locked = await lockRow(tx, request, type, id);
  if (!locked) throw missing(type, id);
  const { before } = locked;
  requireVisible(type, before, id, request, { includeDeleted });
  if (!isAlwaysAllowed) await type.requireWritable?.(tx, request, before);
  await requireVersion(ifMatch, before.version, (version) =>
    visibleFieldsSince(tx, request, type, before, version),
  );
  return withEffectsOfTime(tx, type, locked);
}

/** Takes the id from the path and the version from `If-Match`. */
export const lockRequested = <
  Row extends VersionedRow,
  C extends Context & { params: { id: string }; ifMatch: string | undefined },
>(
  tx: Tx,
  request: C,
  type: RecordType<Row, C>,
): Promise<LockedRecord<Row, C>> =>
  lockForUpdate(tx, request, type, { id: request.params.id, ifMatch: request.ifMatch });

/** Returns undefined if the record does not exist or is not updatable, for work that continues without it. */
export async function lockIf<Row extends VersionedRow, C extends Context>(
  tx: Tx,
  request: C,
  type: RecordType<Row, C>,
  id: string,
  isUpdatable: (row: Row) => boolean,
): Promise<LockedRecord<Row, C> | undefined> {
  const locked = await lockRow(tx, request, type, id);
  return locked && isUpdatable(locked.before) ? withEffectsOfTime(tx, type, locked) : undefined;
}
