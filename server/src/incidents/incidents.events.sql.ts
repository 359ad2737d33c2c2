// Event visibility: callers read the events of all incidents, or only of those they opened, with restricted data.
import { sql } from 'kysely';
import type { EventVisibility, StoredEvent } from '../events/index.ts';
import { may } from '../identity/index.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Scope } from '../platform/lists/list.ts';
import { noteView } from './incidents.rights.ts';
import { findIncident } from './incidents.sql.ts';

type Viewer = Pick<RequestContext, 'actor' | 'reach'>;

/**
 * Requesters do not see team notes. An event that only adds such a note is filtered out here, so that pages stay
 * full; if it has other changes too, `show` removes the note.
 */
const scope = ({ actor, reach }: Viewer): Scope =>
  reach === 'all'
    ? { key: 'all' }
    : {
        key: `own ${actor.email}`,
        where: sql<boolean>`record_type = 'incident' and exists (
            select from incidents where incidents.id = events.record_id and opened_by = ${actor.email})
          and (data #>> '{note,visibility}' is null or data #>> '{note,visibility}' = 'public'
            or (data -> 'changes') - 'work_notes_count' <> '{}')`,
      };

const readsDeleted = ({ actor }: Viewer): boolean =>
  reachOf(may('incidents.read_deleted'), actor) !== undefined;

/** True if the record is deleted and the caller may not read stored copies of it, such as a delivery's body. */
export async function isHiddenAsDeleted(
  request: Pick<RequestContext, 'actor' | 'reach' | 'deps'>,
  record: Pick<StoredEvent, 'record_type' | 'record_id'>,
): Promise<boolean> {
  if (record.record_type !== 'incident' || readsDeleted(request)) return false;
  const incident = await findIncident(request.deps.db, record.record_id);
  return incident !== undefined && incident.deleted_at !== null;
}

interface Restriction {
  id: string;
  is_deleted: boolean;
  /** The incident has notes that the caller may not read. */
  hides_notes: boolean;
}

/** The incidents that the caller may read only in part, by id. One statement for a whole page. */
async function restrictionsOf(
  request: Pick<RequestContext, 'actor' | 'reach' | 'deps'>,
  ids: readonly string[],
): Promise<Map<string, Restriction>> {
  const { visibilities, viewer } = noteView(request);
  const canReadAll = readsDeleted(request) && visibilities.includes('private');
  if (canReadAll || ids.length === 0) return new Map();
  const { rows } = await sql<Restriction>`
    select id, deleted_at is not null as is_deleted,
      work_notes_count > 0 and exists (
        select from work_notes where incident_id = incidents.id and visibility <> all(${visibilities}::text[])
          and not (visibility = 'private' and author = ${viewer})) as hides_notes
    from incidents where id = any(${ids}::text[])`.execute(request.deps.db);
  return new Map(rows.map((row) => [row.id, row]));
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

/** The events of a page, each with the data that the caller may read. */
async function show(
  request: Pick<RequestContext, 'actor' | 'reach' | 'deps'>,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const ids = [...new Set(events.map(({ record_id }) => record_id))];
  const restrictions = await restrictionsOf(request, ids);
  return events.map((event) => {
    const { is_deleted, hides_notes } = restrictions.get(event.record_id) ?? {};
    const data = event.data as Data;
    if (is_deleted && !readsDeleted(request)) return { ...event, data: dataOfDeleted(data) };
    return hides_notes ? { ...event, data: withoutHiddenNotes(data, request) } : event;
  });
}

export const incidentEventVisibility: EventVisibility = { scope, show };
