-- Configuration items and their relations. A CI is never deleted: it is retired by its status.
create sequence ci_number;

create table cis (
  id text collate "C" primary key default 'CI' || nextval('ci_number'),
  name text not null,
  class text not null,
  status text not null check
    (status in ('operational', 'degraded', 'maintenance', 'non_operational', 'retired')),
  environment text,
  criticality text check (criticality in ('critical', 'high', 'medium', 'low')),
  owner text,
  support_group text,
  ip_address text,
  fqdn text,
  serial_number text,
  location text,
  attributes jsonb not null,
  discovery_source text,
  first_discovered_at timestamptz(3),
  last_discovered_at timestamptz(3),
  version integer not null default 1,
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Host names are indexed whole and in parts, so that "web-01" and "web" find web-01.example.com.
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || name || ' ' || class || ' ' || coalesce(fqdn, '') || ' ' || coalesce(ip_address, '') || ' '
    || coalesce(serial_number, '') || ' ' || coalesce(location, '') || ' '
    || translate(name || ' ' || coalesce(fqdn, ''), '._/:', '    ') || ' '
    || translate(name || ' ' || coalesce(fqdn, ''), '._/:-', '     '))) stored
);

-- How often a word occurs decides the plan of a search (platform/lists/search.ts).
alter table cis alter column search set statistics 1000;
create index cis_search on cis using gin (search);

-- The identity of a CI, in the order in which discovery identifies it: no two CIs share an identifier, even when several
-- discoveries add the same one at the same time.
create unique index cis_serial_number on cis (serial_number) where serial_number is not null;
create unique index cis_fqdn on cis (lower(fqdn)) where fqdn is not null;
create unique index cis_class_name on cis (class, name);

-- One index per sort, and one per filter in the default order; updated_at is included so that the matches of a filter
-- can be collected for the other sort from the index alone.
create index cis_by_created_at on cis (created_at, id);
create index cis_by_updated_at on cis (updated_at, id);
create index cis_of_class on cis (class, created_at, id) include (updated_at);
create index cis_of_status on cis (status, created_at, id) include (updated_at);
create index cis_of_environment on cis (environment, created_at, id) include (updated_at);
create index cis_of_owner on cis (owner, created_at, id) include (updated_at);
create index cis_of_support_group on cis (support_group, created_at, id) include (updated_at);

-- The target has no foreign key: its check would lock the target, and two CIs that begin to depend on each other at the
-- same time would deadlock. The service checks that the target exists, and CIs are not deleted.
create table ci_relations (
  ci_id text collate "C" not null references cis (id),
  type text not null check (type in ('depends_on', 'runs_on', 'connects_to', 'part_of')),
  target text collate "C" not null,
  primary key (ci_id, type, target),
  check (ci_id <> target)
);
create index ci_relations_of_target on ci_relations (target, type, ci_id);

-- The open incidents of a CI, which are few, among all that it ever had.
-- squawk-ignore require-concurrent-index-creation
create index incidents_open_of_ci on incidents (ci_id, created_at, id)
  where deleted_at is null and ci_id is not null and state in ('new', 'in_progress', 'on_hold', 'reopened');

-- Inbound events can also create or update a CI. Expand only: the previous release writes neither the action, nor the
-- column, nor the status.
alter table inbound_webhooks drop constraint inbound_webhooks_action_check;
alter table inbound_webhooks add constraint inbound_webhooks_action_check
  check (action in ('create_incident', 'resolve_incident', 'upsert_ci')) not valid;
alter table inbound_events add column ci_id text collate "C";
alter table inbound_events drop constraint inbound_events_status_check;
alter table inbound_events add constraint inbound_events_status_check
  check (status in ('created', 'updated', 'deduplicated', 'resolved', 'ignored')) not valid;
