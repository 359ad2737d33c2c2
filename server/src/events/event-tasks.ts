// The relay adds the tasks that follow from events in the commit that marks the events, for many at once: otherwise every
// write would pay for its own.
import { type RawBuilder, sql } from 'kysely';
import type { EventType } from './catalogue.ts';
import type { StoredEvent } from './payload.ts';

/** Returns an insert of a task for each `record_id` of the given rows. */
type AddingTasks = (records: RawBuilder<unknown>) => RawBuilder<unknown>;

/** A feature declares one to work on each record of another feature, after the commit. */
export interface EventTask {
  type: EventType;
  adding: AddingTasks;
}

/** Returns CTEs of the relay's statement that add the tasks of the events in `relayed`. */
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
