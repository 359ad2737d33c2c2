// Tasks that follow from an event. The relay adds them in the commit that marks the event, for many events at once: the
// write itself would pay for each.
import { type RawBuilder, sql } from 'kysely';
import type { EventType } from './catalogue.ts';
import type { StoredEvent } from './payload.ts';

/** An insert of a task for each `record_id` of the given rows. */
type AddingTasks = (records: RawBuilder<unknown>) => RawBuilder<unknown>;

/** For a feature that works on each record of another, after the commit. */
export interface EventTask {
  type: EventType;
  adding: AddingTasks;
}

/** Parts of the relay's statement: add the tasks of those events that are in `relayed`. */
export const addingEventTasks = (
  tasks: readonly EventTask[],
  events: readonly StoredEvent[],
): RawBuilder<unknown>[] =>
  tasks.map(({ type, adding }, n) => {
    const caused = events
      .filter((event) => event.type === type)
      .map(({ id, record_id }) => ({ id, record_id }));
    const records = sql`
      select record_id
      from json_to_recordset(${JSON.stringify(caused)}::json) as event (id uuid, record_id text)
        join relayed using (id)`;
    return sql`${sql.ref(`tasks_${n}`)} as (${adding(records)})`;
  });
