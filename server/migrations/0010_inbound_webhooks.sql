-- Inbound webhooks: where other systems post their events, what became of each, and what is known already.

create table inbound_webhooks (
  -- with 128 random bits, because whoever knows the address may post to it
  id text collate "C" primary key,
  name text not null,
  description text,
  action text not null check (action in ('create_incident', 'resolve_incident')),
  field_mapping jsonb not null,
  filters jsonb not null,
  dedup_key text,
  secret_enabled boolean not null,
  -- sealed (platform/secrets.ts); null until the first is wanted
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  active boolean not null,
  -- it acts as who made it
  owner_id text not null,
  owner text not null,
  owner_roles text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index inbound_webhooks_by_created_at on inbound_webhooks (created_at, id) where deleted_at is null;

create table inbound_events (
  id uuid not null default uuidv7(),
  webhook_id text collate "C" not null,
  received_at timestamptz(3) not null,
  status text not null check (status in ('created', 'deduplicated', 'resolved', 'ignored')),
  incident_id text collate "C",
  occurrences integer,
  delivery_id text,
  dedup_key text,
  reason text,
  mapping_warnings jsonb not null,
  request_id text not null,
  replay_of uuid,
  headers jsonb not null,
  -- the bytes that came: what was signed, and what a replay reads
  payload bytea not null,
  primary key (id)
) partition by range (id);

create table inbound_events_default partition of inbound_events default;
create index inbound_events_of_webhook on inbound_events (webhook_id, received_at, id);

-- Deliveries that had an effect, by the sender's own id. A second insert waits for the first to commit.
create table inbound_deliveries (
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  event_id uuid not null,
  received_at timestamptz(3) not null,
  primary key (webhook_id, delivery_id)
);
create index inbound_deliveries_by_time on inbound_deliveries (received_at);

-- The last incident that was opened under a key; the row is locked by whoever asks for it.
create table inbound_keys (
  dedup_key text collate "C" primary key,
  incident_id text collate "C",
  used_at timestamptz(3) not null
);
create index inbound_keys_by_time on inbound_keys (used_at);

-- How often it was reported while it was open.
alter table incidents add column occurrences integer not null default 1;
