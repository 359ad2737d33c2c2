-- Leases on the database's clock: workers whose clocks differ agree on when a lease ends. When an attempt is due stays
-- on the clock of the worker, which also wrote it. `claim_deliveries` stays for workers of the release before.
create function lease_deliveries(claim uuid, at timestamptz, lease interval, cap int,
  busy_ids text[], busy_counts int[], only_ids text[], most int)
returns table (id uuid, webhook_id text, webhook_version int, event_id uuid, event text,
  record_id text, sequence int, attempts int, body bytea)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  asked_at constant timestamptz := clock_timestamp();
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with room as materialized (
    select w.id, w.version, cap - coalesce(busy.n, 0) as n
    from outbound_webhooks w left join unnest(busy_ids, busy_counts) as busy (id, n) on busy.id = w.id
    where w.active and w.deleted_at is null and (only_ids is null or w.id = any(only_ids))
  ), picked as materialized (
    select due.id, room.version
    from room cross join lateral (
      select q.id from delivery_queue q
      where q.webhook_id = room.id and q.due_at <= at and (q.leased_until is null or q.leased_until <= asked_at)
        and (not q.in_order or not exists (
          select from delivery_queue earlier
          where earlier.webhook_id || earlier.record_id = q.webhook_id || q.record_id
            and earlier.sequence < q.sequence and earlier.in_order))
      order by q.due_at
      limit greatest(room.n, 0)
      for update skip locked) as due
    limit most
  ), taken as (
    update delivery_queue q
    set claim = lease_deliveries.claim, leased_until = clock_timestamp() + lease
    from picked where q.id = picked.id
    returning q.id, picked.version
  )
  select d.id, d.webhook_id, taken.version, d.event_id, d.event, d.record_id, d.sequence, d.attempts, d.body
  from taken join deliveries d on d.id = taken.id;
end $$;

-- How many of an incident's notes are public, and how many private by author, so that a reader is shown the number of
-- notes it may read without counting them. Right only while `total` equals work_notes_count: null on rows of before, and
-- behind when a process of the release before adds a note; then the notes are counted. Holds addresses of authors.
alter table incidents add column note_counts jsonb;
