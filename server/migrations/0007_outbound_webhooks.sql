-- Outbound webhooks: what is wanted where, and every delivery with its attempts. A delivery's row is its own queue.

create table outbound_webhooks (
  id text collate "C" primary key default 'wh_out_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  url text not null,
  events text[] not null,
  filters jsonb not null,
  -- sealed (platform/secrets.ts), because receivers' credentials are among them
  headers bytea not null,
  sign_payloads boolean not null,
  -- sealed; null until the first signature is wanted
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  active boolean not null,
  timeout_seconds integer not null check (timeout_seconds between 1 and 30),
  owner text not null,
  -- of the last e-mail about failed deliveries: at most one an hour
  alert_mailed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index outbound_webhooks_by_created_at on outbound_webhooks (created_at, id) where deleted_at is null;

-- One id for one event, webhook and repetition, so that the primary key of a partitioned table keeps a second
-- delivery out. It begins with the event's time and so lies in the event's month.
create function delivery_id(event uuid, webhook text, replay int) returns uuid
language sql immutable strict parallel safe as $$
  select (left(replace(event::text, '-', ''), 12) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 14, 3) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 18))::uuid
$$;

create table deliveries (
  id uuid not null,
  webhook_id text collate "C" not null,
  event_id uuid not null,
  event text not null,
  record_type text not null,
  record_id text collate "C" not null,
  sequence integer not null,
  -- 0 for the delivery that the event caused; then one more for each time that somebody asked for it again
  replay integer not null,
  -- the bytes that are signed and sent, on every attempt the same
  body bytea not null,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- when the next attempt is owed to the receiver
  next_attempt_at timestamptz(3),
  -- when a worker may take it: the same, or the end of the lease of the worker that has it
  due_at timestamptz(3),
  claimed_by text,
  -- raised by each claim and by its end; a result counts only if it is still the number of its claim
  claim_no integer not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (id)
) partition by range (id);

create table deliveries_default partition of deliveries default;
create index deliveries_due on deliveries (webhook_id, due_at) where finished_at is null;
-- By an expression, so that the planner cannot take the index above for it: that one would read all that is due.
create index deliveries_first on deliveries ((webhook_id || record_id), sequence)
  where finished_at is null and attempts = 0 and replay = 0;
create index deliveries_of_webhook on deliveries (webhook_id, created_at, id);

-- `id` is the delivery's: a partitioned table is parted by a column of this name.
create table attempts (
  id uuid not null,
  number integer not null check (number between 1 and 5),
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  request jsonb not null,
  response jsonb,
  primary key (id, number)
) partition by range (id);

create table attempts_default partition of attempts default;

-- A queue is empty in one minute and long in the next, so its statistics are always wrong. The two statements that
-- every delivery goes through have one plan each, by indexes, whatever the statistics say: see ADR 11.

-- Takes what is due, of each webhook as many as there is room for. A first attempt waits until the first attempt of
-- every earlier event of its record has ended; repetitions wait for nobody. A row that another worker takes meanwhile
-- is passed over, and looked at again by its new due_at.
create function claim_deliveries(worker text, at timestamptz, lease_until timestamptz, cap int,
  busy_ids text[], busy_counts int[], only_ids text[], most int)
returns table (id uuid, claim_no int, webhook_id text, webhook_version int, event_id uuid, event text,
  record_id text, sequence int, attempts int, body bytea)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  -- Ids begin with the time of their event: months to come need not be looked at.
  newest constant uuid := month_floor((at + interval '1 month')::date);
begin
  return query
  with room as materialized (
    select w.id, w.version, cap - coalesce(busy.n, 0) as n
    from outbound_webhooks w left join unnest(busy_ids, busy_counts) as busy (id, n) on busy.id = w.id
    where w.active and w.deleted_at is null and (only_ids is null or w.id = any(only_ids))
  ), picked as materialized (
    select due.id, room.version
    from room cross join lateral (
      select d.id from deliveries d
      where d.webhook_id = room.id and d.finished_at is null and d.due_at <= at and d.id < newest
        and (d.attempts > 0 or d.replay > 0 or not exists (
          select from deliveries earlier
          where earlier.webhook_id || earlier.record_id = d.webhook_id || d.record_id
            and earlier.sequence < d.sequence and earlier.id < newest
            and earlier.finished_at is null and earlier.attempts = 0 and earlier.replay = 0))
      order by d.due_at
      limit greatest(room.n, 0)
      for update skip locked) as due
    limit most
  )
  update deliveries d
  set claimed_by = worker, claim_no = d.claim_no + 1, due_at = lease_until
  from picked where d.id = picked.id
  returning d.id, d.claim_no, d.webhook_id, picked.version, d.event_id, d.event, d.record_id, d.sequence,
    d.attempts, d.body;
end $$;

-- Writes what attempts came to, each only if its claim still holds. Returns the ids of those that did. The claim ends
-- with its result: a renewal that was under way meanwhile finds nothing, and neither does the same result once more.
create function save_attempts(results jsonb) returns setof uuid
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
    select * from jsonb_to_recordset(results) as r (id uuid, claim_no int, number int, status text,
      next_attempt_at timestamptz, ended_at timestamptz, started_at timestamptz, duration_ms int, status_code int,
      error text, request jsonb, response jsonb)
  ), kept as materialized (
    update deliveries d
    set status = r.status, attempts = r.number, next_attempt_at = r.next_attempt_at, due_at = r.next_attempt_at,
      finished_at = case when r.next_attempt_at is null then r.ended_at end,
      last_status = r.status_code, last_error = r.error, claimed_by = null, claim_no = d.claim_no + 1
    from result r
    where d.id = r.id and d.claim_no = r.claim_no and d.finished_at is null
    returning r.*
  )
  insert into attempts (id, number, started_at, duration_ms, status_code, error, request, response)
  select k.id, k.number, k.started_at, k.duration_ms, k.status_code, k.error, k.request, k.response from kept k
  returning attempts.id;
end $$;

-- squawk-ignore require-concurrent-index-creation
create index events_by_time on events (occurred_at, id);

-- Each pool of job workers says here that it lives; the jobs of one that stopped saying so are freed.
create table job_pools (
  id text primary key,
  seen_at timestamptz(3) not null
);
