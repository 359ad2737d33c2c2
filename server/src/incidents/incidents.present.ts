// Incidents in responses and in events.
import type { EventType, FieldDiff, NewEvent } from '../events/index.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import { allowedTransitions, noteView } from './incidents.rights.ts';
import { Incident, IncidentDeleted } from './incidents.schema.ts';
import { readClock } from './sla/sla.clock.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { countReadable } from './notes/notes.counts.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';

const pick = picker(Incident);
const pickDeleted = picker(IncidentDeleted);

type Reader = Pick<RequestContext, 'actor' | 'reach' | 'now'>;

export const presentIncident = (row: IncidentRow, { actor, reach, now }: Reader): Incident =>
  pick({
    ...row,
    work_notes_count: countReadable(row, noteView({ actor, reach })),
    number: row.id,
    ci: null,
    allowed_transitions: allowedTransitions(actor, row.state),
    sla: readClock(row, now),
    deleted: row.deleted_at === null ? undefined : true,
    deleted_at: row.deleted_at ?? undefined,
    deleted_by: row.deleted_by ?? undefined,
  });

/** The incident as a client read it and sends it back: the SLA clock is read at the client's `sla.as_of`. */
export function presentAsRead(
  row: IncidentRow,
  request: Reader,
  sent: Record<string, unknown>,
): Incident {
  const readAt = Date.parse((sent['sla'] as { as_of?: string } | null | undefined)?.as_of ?? '');
  return presentIncident(
    row,
    Number.isNaN(readAt) ? request : { ...request, now: new Date(readAt) },
  );
}

export const presentDeleted = (row: IncidentRow) => pickDeleted({ ...row, deleted: true });

interface EventDetails {
  changes?: FieldDiff;
  note?: { id: string; visibility: string; author: string } | undefined;
  sla?: { target_seconds: number; breach_at: string };
}

/** The record's last `types.length` events. They name a note's author but never contain its text. */
export const incidentEvents = (
  types: readonly EventType[],
  row: IncidentRow,
  baseUrl: string,
  { changes, note, sla }: EventDetails = {},
): NewEvent[] =>
  types.map((type, index) => {
    const sequence = row.event_sequence - types.length + 1 + index;
    const { id, short_description, priority, state } = row;
    return {
      type,
      sequence,
      data: {
        id,
        short_description,
        priority,
        state,
        url: apiUrl(baseUrl, `/incidents/${id}`),
        html_url: `${baseUrl}/console/incidents/${id}`,
        ...(changes && { changes }),
        ...(note && { note: { id: note.id, visibility: note.visibility, author: note.author } }),
        ...(sla && { sla }),
        sequence,
      },
    };
  });
