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
  -- raised by each claim; a result counts only if it is still the number of its claim
  claim_no integer not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (id)
) partition by range (id);

create table deliveries_default partition of deliveries default;
create index deliveries_due on deliveries (webhook_id, due_at) where finished_at is null;
create index deliveries_first on deliveries (webhook_id, record_id, sequence)
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

create index events_by_time on events (occurred_at, id);

-- Each pool of job workers says here that it lives; the jobs of one that stopped saying so are freed.
create table job_pools (
  id text primary key,
  seen_at timestamptz(3) not null
);
