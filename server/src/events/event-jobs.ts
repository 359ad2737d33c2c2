// Jobs that follow from an event. The relay adds them in the commit that marks the event, for many events at once: the
// write itself would pay for each, and `add_job` notifies, for which all commits of the database wait in turn.
import { type RawBuilder, sql } from 'kysely';
import type { EventType } from './catalogue.ts';
import type { StoredEvent } from './payload.ts';

interface EventJob {
  name: string;
  payload: (event: StoredEvent) => object;
}

const registered = new Map<string, EventJob[]>();

/** For a feature that works on each record of another, after the commit. Its handler may run twice. */
export function registerEventJob(type: EventType, job: EventJob): void {
  registered.set(type, [...(registered.get(type) ?? []), job]);
}

/** Part of the relay's statement: adds the jobs of those events that are in `relayed`, and counts them. */
export const addingJobs = (events: readonly StoredEvent[]): RawBuilder<number> => {
  const jobs = events.flatMap((event) =>
    (registered.get(event.type) ?? []).map(({ name, payload }) => ({
      event_id: event.id,
      name,
      payload: payload(event),
    })),
  );
  return sql`(
    select count(*)::int from (
      select array_agg(row(name, payload, null, null, null, null, null, null)::graphile_worker.job_spec) as specs
      from json_to_recordset(${JSON.stringify(jobs)}::json) as job (event_id uuid, name text, payload json)
        join relayed on relayed.id = job.event_id
      having count(*) > 0) as due
    cross join lateral graphile_worker.add_jobs(due.specs))`;
};
