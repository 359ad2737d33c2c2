// Event visibility of all record types: a caller reads the events of the records it may read, with restricted data.
import { type RawBuilder, sql } from 'kysely';
import type { EventVisibility, StoredEvent } from '../events/index.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Scope } from '../platform/lists/list.ts';
import type { Viewer } from '../platform/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { noteView } from './notes/notes.rights.ts';
import { readableTypes, type RegisteredType, registeredType } from './record-type.ts';

type Reader = Pick<RequestContext, 'actor' | 'deps'>;

const viewerOf = ({ readers }: RegisteredType, { actor }: Pick<Viewer, 'actor'>) => {
  const reach = readers && reachOf(readers.policy, actor);
  return reach && { actor, reach };
};

/**
 * Callers of reach `own` do not see team notes. An event that only adds such a note is filtered out here, so that
 * pages stay full; if it has other changes too, `show` removes the note.
 */
function conditionOf(type: RegisteredType, viewer: Viewer): RawBuilder<boolean> {
  const ofType = sql<boolean>`record_type = ${type.type}`;
  if (viewer.reach === 'all' || !type.visibility) return ofType;
  const table = sql.table(type.tableName);
  return sql<boolean>`(${ofType} and exists (
      select from ${table} where ${table}.id = events.record_id and ${type.visibility.where(viewer)})
    and (data #>> '{note,visibility}' is null or data #>> '{note,visibility}' = 'public'
      or (data -> 'changes') - 'work_notes_count' <> '{}'))`;
}

function scope({ actor }: Pick<Viewer, 'actor'>): Scope {
  const views = readableTypes().map((type) => ({ type, viewer: viewerOf(type, { actor }) }));
  if (views.every(({ viewer }) => viewer?.reach === 'all')) return { key: 'all' };
  const conditions = views.flatMap(({ type, viewer }) =>
    viewer ? [conditionOf(type, viewer)] : [],
  );
  const reaches = views.map(({ type, viewer }) => `${type.type}=${viewer?.reach ?? 'none'}`);
  return {
    key: `${reaches.join()} ${actor.email}`,
    where: sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`,
  };
}

const readsDeleted = ({ readers }: RegisteredType, { actor }: Pick<Viewer, 'actor'>): boolean =>
  readers !== undefined && reachOf(readers.deleted, actor) !== undefined;

interface Restriction {
  id: string;
  is_deleted: boolean;
  /** The record has notes that the caller may not read. */
  hides_notes: boolean;
}

/** The records of a type that the caller may read only in part. One statement for a whole page. */
async function restrictionsOf(
  db: Db,
  type: RegisteredType,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Restriction[]> {
  const view = type.notes && noteView(type.notes, viewer);
  const readsAllNotes = !view || view.visibilities.includes('private');
  if (readsDeleted(type, viewer) && readsAllNotes) return [];
  const hidesNotes = view
    ? sql<boolean>`work_notes_count > 0 and exists (
        select from work_notes where record_id = ${sql.ref(`${type.tableName}.id`)}
          and visibility <> all(${view.visibilities}::text[])
          and not (visibility = 'private' and author = ${view.viewer}))`
    : sql<boolean>`false`;
  const { rows } = await sql<Restriction>`
    select id, deleted_at is not null as is_deleted, ${hidesNotes} as hides_notes
    from ${sql.table(type.tableName)} where id = any(${ids}::text[])`.execute(db);
  return rows;
}

interface Data {
  id: string;
  sequence: number;
  note?: { visibility: string };
  changes?: Record<string, unknown>;
}

/** Only the deletion, so that copies of the record in other systems can follow it. */
const dataOfDeleted = ({ id, sequence, changes }: Data): object => ({
  id,
  sequence,
  ...(changes?.['deleted'] !== undefined && { changes: { deleted: changes['deleted'] } }),
});

/** The event's count includes all notes, so it is omitted if the caller may not read all of them. */
function withoutHiddenNotes(data: Data, { reach }: Viewer): object {
  const { note, changes, ...rest } = data;
  const { work_notes_count: _, ...others } = changes ?? {};
  const isReadable = note !== undefined && (reach === 'all' || note.visibility === 'public');
  return { ...rest, ...(changes && { changes: others }), ...(isReadable && { note }) };
}

async function showOfType(
  { actor, deps }: Reader,
  name: string,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const type = registeredType(name);
  const viewer = type && viewerOf(type, { actor });
  if (!type || !viewer) return [...events];
  const ids = [...new Set(events.map(({ record_id }) => record_id))];
  const found = await restrictionsOf(deps.db, type, viewer, ids);
  const restrictions = new Map(found.map((one) => [one.id, one]));
  return events.map((event) => {
    const { is_deleted, hides_notes } = restrictions.get(event.record_id) ?? {};
    const data = event.data as Data;
    if (is_deleted && !readsDeleted(type, viewer)) return { ...event, data: dataOfDeleted(data) };
    return hides_notes ? { ...event, data: withoutHiddenNotes(data, viewer) } : event;
  });
}

/** The events of a page, each with the data that the caller may read. */
async function show(request: Reader, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const byType = Map.groupBy(events, ({ record_type }) => record_type);
  const shown = new Map<string, StoredEvent>();
  for (const [name, some] of byType)
    for (const event of await showOfType(request, name, some)) shown.set(event.id, event);
  return events.map((event) => shown.get(event.id) ?? event);
}

export const recordEventVisibility: EventVisibility = { scope, show };

/** True if the record is deleted and the caller may not read stored copies of it, such as a delivery's body. */
export async function isHiddenAsDeleted(
  request: Reader,
  { record_type, record_id }: Pick<StoredEvent, 'record_type' | 'record_id'>,
): Promise<boolean> {
  const type = registeredType(record_type);
  if (!type?.readers || readsDeleted(type, request)) return false;
  const { rows } = await sql<{ is_deleted: boolean }>`
    select deleted_at is not null as is_deleted
    from ${sql.table(type.tableName)} where id = ${record_id}`.execute(request.deps.db);
  return rows[0]?.is_deleted ?? false;
}
