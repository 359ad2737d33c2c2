-- What is still to be delivered, in narrow rows beside the deliveries: a claim and a lease touch nothing else, and what
-- has ended is gone from here. See ADR 17.

create table delivery_queue (
  -- the delivery's
  id uuid not null,
  webhook_id text collate "C" not null,
  record_id text collate "C" not null,
  sequence integer not null,
  -- a first attempt that waits for those of earlier events of its record; repetitions and retries wait for nobody
  in_order boolean not null,
  -- when the next attempt is owed to the receiver
  due_at timestamptz(3) not null,
  -- In no index, so that a claim and a renewal are written beside the row itself and into no index.
  leased_until timestamptz(3),
  -- whose result counts; drawn anew for each claim, null between two
  claim uuid,
  primary key (id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

create index delivery_queue_due on delivery_queue (webhook_id, due_at);
-- By an expression, so that the planner cannot take the index above for it: that one would read all that is due.
create index delivery_queue_in_order on delivery_queue ((webhook_id || record_id), sequence) where in_order;

insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
select id, webhook_id, record_id, sequence, attempts = 0 and replay = 0, coalesce(next_attempt_at, due_at)
from deliveries where finished_at is null;

-- With these indexes a result would be written into four instead of two.
-- squawk-ignore require-concurrent-index-deletion
drop index deliveries_due;
-- squawk-ignore require-concurrent-index-deletion
drop index deliveries_first;
drop function claim_deliveries(text, timestamptz, timestamptz, int, text[], int[], text[], int);
drop function save_attempts(jsonb);
alter table deliveries
  -- squawk-ignore ban-drop-column
  drop column due_at,
  -- squawk-ignore ban-drop-column
  drop column claimed_by,
  -- squawk-ignore ban-drop-column
  drop column claim_no;

-- Takes what is due, of each webhook as many as there is room for. A first attempt waits until the first attempt of
-- every earlier event of its record has ended. A row that another worker takes meanwhile is passed over.
-- The commit does not wait for the disk: if it is lost, nobody has the delivery, and no result counts.
create function claim_deliveries(claim uuid, at timestamptz, lease_until timestamptz, cap int,
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
      where q.webhook_id = room.id and q.due_at <= at and (q.leased_until is null or q.leased_until <= at)
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
    set claim = claim_deliveries.claim, leased_until = lease_until
    from picked where q.id = picked.id
    returning q.id, picked.version
  )
  select d.id, d.webhook_id, taken.version, d.event_id, d.event, d.record_id, d.sequence, d.attempts, d.body
  from taken join deliveries d on d.id = taken.id;
end $$;

-- Writes what attempts came to, each only if its claim still holds. Returns the ids of those that did. The claim ends
-- with its result: a renewal that was under way meanwhile finds nothing, and neither does the same result once more.
create function save_attempts(results json) returns setof uuid
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with result as materialized (
    select * from json_to_recordset(results) as r (id uuid, claim uuid, number int, status text,
      next_attempt_at timestamptz, ended_at timestamptz, started_at timestamptz, duration_ms int, status_code int,
      error text, request jsonb, response jsonb)
  ), ended as (
    delete from delivery_queue q using result r
    where q.id = r.id and q.claim = r.claim and r.next_attempt_at is null
    returning r.*
  ), owed as (
    update delivery_queue q set due_at = r.next_attempt_at, in_order = false, leased_until = null, claim = null
    from result r
    where q.id = r.id and q.claim = r.claim and r.next_attempt_at is not null
    returning r.*
  ), kept as materialized (
    select * from ended union all select * from owed
  ), written as (
    update deliveries d
    set status = k.status, attempts = k.number, next_attempt_at = k.next_attempt_at,
      finished_at = case when k.next_attempt_at is null then k.ended_at end,
      last_status = k.status_code, last_error = k.error
    from kept k where d.id = k.id
    returning k.*
  )
  insert into attempts (id, number, started_at, duration_ms, status_code, error, request, response)
  select w.id, w.number, w.started_at, w.duration_ms, w.status_code, w.error, w.request, w.response from written w
  returning attempts.id;
end $$;
