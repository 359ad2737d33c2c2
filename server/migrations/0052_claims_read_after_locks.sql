-- Reads the deliveries after it has locked their places in the queue. In one statement they were read as of its begin:
-- a result that was saved in between left the number of the last attempt behind, the next attempt had the number of an
-- old one, and its result could never be saved.
create or replace function lease_due_deliveries(claim uuid, at timestamptz, lease interval, cap int,
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
  taken_ids uuid[];
  versions int[];
begin
  perform set_config('synchronous_commit', 'off', true);
  with room as materialized (
    select w.id, w.version, cap - coalesce(busy.n, 0) as n
    from outbound_webhooks w left join unnest(busy_ids, busy_counts) as busy (id, n) on busy.id = w.id
    where w.active and w.deleted_at is null and (only_ids is null or w.id = any(only_ids))
  ), picked as materialized (
    select due.id, room.version
    from room cross join lateral lock_due_deliveries(room.id, at, asked_at, room.n) as due (id)
    limit most
  ), taken as (
    update delivery_queue q
    set claim = lease_due_deliveries.claim, leased_until = clock_timestamp() + lease
    from picked where q.id = picked.id
    returning q.id, picked.version
  )
  select array_agg(taken.id), array_agg(taken.version) into taken_ids, versions from taken;
  if taken_ids is null then return; end if;
  return query
  select d.id, d.webhook_id, taken.version, d.event_id, d.event, d.record_id, d.sequence, d.attempts, d.body
  from unnest(taken_ids, versions) as taken (id, version) join deliveries d on d.id = taken.id;
end $$;
