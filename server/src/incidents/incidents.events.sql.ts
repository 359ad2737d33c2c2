// Which events of the log a caller may read, and how much of each: of all incidents, or of those that it opened.
import { sql } from 'kysely';
import type { EventVisibility, StoredEvent } from '../events/index.ts';
import { may } from '../identity/index.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Scope } from '../platform/lists/list.ts';
import { noteView } from './incidents.rights.ts';
import { findIncident } from './incidents.sql.ts';

type Asking = Pick<RequestContext, 'actor' | 'reach'>;

/**
 * An opener is not told of the team's notes: an event of nothing else is left out here, so that pages stay full,
 * and of one that tells more the note is taken away by `show`.
 */
const scope = ({ actor, reach }: Asking): Scope =>
  reach === 'all'
    ? { key: 'all' }
    : {
        key: `own ${actor.email}`,
        where: sql<boolean>`record_type = 'incident' and exists (
            select from incidents where incidents.id = events.record_id and opened_by = ${actor.email})
          and (data #>> '{note,visibility}' is null or data #>> '{note,visibility}' = 'public'
            or (data -> 'changes') - 'work_notes_count' <> '{}')`,
      };

const readsDeleted = ({ actor }: Asking): boolean =>
  reachOf(may('incidents.read_deleted'), actor) !== undefined;

/** What is stored of the record, such as the body of a delivery, is not for this caller: the record is deleted. */
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
  /** It has notes that the caller may not read. */
  hides_notes: boolean;
}

/** Of these incidents those that the caller may read a part of only, by id. One statement for a page. */
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

/** So that a copy of the record elsewhere learns of the deletion, and of nothing else. */
const dataOfDeleted = ({ id, sequence, changes }: Data): object => ({
  id,
  sequence,
  ...(changes?.['deleted'] !== undefined && { changes: { deleted: changes['deleted'] } }),
});

/** The count in the event is of all notes, so it is left out where the caller may not read all of them. */
function withoutHiddenNotes(data: Data, { reach }: Asking): object {
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
