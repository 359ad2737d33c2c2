// Which events of the log a caller may read: all, or those of incidents that it opened.
import { sql } from 'kysely';
import type { Call } from '../platform/http/call.ts';
import type { Scope } from '../platform/list.ts';

type Asking = Pick<Call, 'actor' | 'reach'>;

/**
 * An opener is not told of the team's notes: an event of nothing else is left out here, so that pages stay full,
 * and of one that tells more the note is taken away by `shownEventData`.
 */
export const incidentEventScope = ({ actor, reach }: Asking): Scope =>
  reach === 'all'
    ? { key: 'all' }
    : {
        key: `own ${actor.email}`,
        where: sql<boolean>`record_type = 'incident' and exists (
            select from incidents
            where incidents.id = events.record_id and opened_by = ${actor.email} and deleted_at is null)
          and (data #>> '{note,visibility}' is null or data #>> '{note,visibility}' = 'public'
            or (data -> 'changes') - 'work_notes_count' <> '{}')`,
      };

interface Told {
  note?: { visibility: string };
  changes?: Record<string, unknown>;
}

export function shownEventData(data: object, { reach }: Asking): object {
  const { note, changes, ...rest } = data as Told;
  if (reach === 'all' || note === undefined || note.visibility === 'public') return data;
  const { work_notes_count: _, ...others } = changes ?? {};
  return { ...rest, changes: others };
}
