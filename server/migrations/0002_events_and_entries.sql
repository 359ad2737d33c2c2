-- The outbox and the audit trail. Both are written in the transaction of the change they tell of.

-- Drawn while the record's row is locked, so it ascends per record; across records it may commit out of order.
create sequence event_position;

create table events (
  id uuid not null default uuidv7(),
  position bigint not null default nextval('event_position'),
  type text not null,
  record_type text not null,
  record_id text collate "C" not null,
  sequence integer not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null,
  relayed_at timestamptz(3),
  primary key (id)
) partition by range (id);

create table events_default partition of events default;
create index events_unrelayed on events (position) where relayed_at is null;
create index events_by_record on events (record_type, record_id, sequence);

create table entries (
  id uuid not null default uuidv7(),
  at timestamptz(3) not null,
  actor text not null,
  kind text not null,
  record_type text not null,
  record_id text collate "C" not null,
  record_version integer not null,
  request_id text not null,
  changes jsonb,
  primary key (id)
) partition by range (id);

create table entries_default partition of entries default;
create index entries_by_time on entries (at, id);
create index entries_by_record on entries (record_id, at, id);
create index entries_by_actor on entries (actor, at, id);
create index entries_by_request on entries (request_id, at, id);

-- Append-only by the database's own word; retention drops whole partitions instead.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
