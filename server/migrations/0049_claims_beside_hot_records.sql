-- Retries wait for no other delivery, so they are found without those that do.
-- squawk-ignore require-concurrent-index-creation
create index delivery_queue_retries on delivery_queue (webhook_id, due_at) where not in_order;

-- Locks deliveries of a webhook that can be attempted, the longest due first. Only the first event of a record can be,
-- and a record may have thousands of waiting ones: of these at most 200 are passed over. Then the first events of
-- records are found by an index scan that skips from record to record: up to 1,000 of them, beginning at the record of
-- a delivery drawn at random, so that every record has its turn.
create function lock_due_deliveries(webhook text, at timestamptz, asked_at timestamptz, n int) returns setof uuid
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  most_passed constant int := 200;
  most_heads constant int := 1000;
  first_ids uuid[];
  waiting int;
  start text;
begin
  if n <= 0 then return; end if;
  first_ids := array(select q.id
  from (
    select d.id, d.due_at from delivery_queue d
    where d.webhook_id = webhook and d.due_at <= at order by d.due_at limit most_passed) as oldest
    join delivery_queue q on q.id = oldest.id
  where (q.leased_until is null or q.leased_until <= asked_at)
    and (not q.in_order or not exists (
      select from delivery_queue earlier
      where earlier.webhook_id || earlier.record_id = q.webhook_id || q.record_id
        and earlier.sequence < q.sequence and earlier.in_order))
  order by oldest.due_at
  limit n
  for update of q skip locked);
  return query select unnest(first_ids);
  if cardinality(first_ids) = n then return; end if;

  select count(*) into waiting from (
    select from delivery_queue d where d.webhook_id = webhook and d.due_at <= at limit most_passed + 1) as due;
  if waiting <= most_passed then return; end if;

  select d.webhook_id || d.record_id into start
  from delivery_queue d
  where d.webhook_id = webhook and d.due_at >= (
    select min(e.due_at) + random() * (at - min(e.due_at)) from delivery_queue e where e.webhook_id = webhook)
  order by d.due_at limit 1;
  return query
  with recursive after_start as (
    (select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id >= coalesce(start, webhook)
        and d.webhook_id || d.record_id < webhook || '~'
      order by d.webhook_id || d.record_id, d.sequence limit 1)
    union all
    select next.* from after_start, lateral (
      select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id > after_start.key
        and d.webhook_id || d.record_id < webhook || '~'
      order by d.webhook_id || d.record_id, d.sequence limit 1) as next
  ), before_start as (
    (select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id >= webhook
        and d.webhook_id || d.record_id < start
      order by d.webhook_id || d.record_id, d.sequence limit 1)
    union all
    select next.* from before_start, lateral (
      select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id > before_start.key
        and d.webhook_id || d.record_id < start
      order by d.webhook_id || d.record_id, d.sequence limit 1) as next
  ), heads as materialized (
    select heads.id from (select id from after_start union all select id from before_start) as heads limit most_heads
  ), retries as materialized (
    select d.id from delivery_queue d
    where d.webhook_id = webhook and d.due_at <= at and not d.in_order
      and (d.leased_until is null or d.leased_until <= asked_at)
    order by d.due_at limit n
  ), candidates as materialized (
    select q.id from (select heads.id from heads union all select retries.id from retries) as found
      join delivery_queue q on q.id = found.id
    where q.due_at <= at and (q.leased_until is null or q.leased_until <= asked_at) and q.id <> all(first_ids)
    order by q.due_at limit n
  )
  select q.id from candidates join delivery_queue q on q.id = candidates.id
  where q.leased_until is null or q.leased_until <= asked_at
  limit n - cardinality(first_ids)
  for update of q skip locked;
end $$;

-- As `lease_deliveries`, which stays for workers of the release before.
create function lease_due_deliveries(claim uuid, at timestamptz, lease interval, cap int,
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
    from room cross join lateral lock_due_deliveries(room.id, at, asked_at, room.n) as due (id)
    limit most
  ), taken as (
    update delivery_queue q
    set claim = lease_due_deliveries.claim, leased_until = clock_timestamp() + lease
    from picked where q.id = picked.id
    returning q.id, picked.version
  )
  select d.id, d.webhook_id, taken.version, d.event_id, d.event, d.record_id, d.sequence, d.attempts, d.body
  from taken join deliveries d on d.id = taken.id;
end $$;
