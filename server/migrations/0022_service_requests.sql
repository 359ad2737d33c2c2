create sequence service_request_number;

create table service_requests (
  id text collate "C" primary key default record_id('REQ', nextval('service_request_number')),
  short_description text not null,
  description text,
  item text,
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  state text not null check (state in ('submitted', 'approved', 'rejected', 'fulfilled', 'cancelled')),
  requested_by text not null,
  requested_for text,
  assignment_group text,
  assigned_to text,
  due_at timestamptz(3),
  decided_by text,
  decided_at timestamptz(3),
  decision_comment text,
  fulfilled_at timestamptz(3),
  work_notes_count integer not null default 0,
  note_counts jsonb,
  version integer not null default 1,
  -- sequence of the record's last event; gapless because the row is locked while it grows
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- There is no request that deletes one; the record engine reads the columns of every type.
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || short_description || ' ' || coalesce(description, '') || ' ' || coalesce(item, ''))) stored
);
create index service_requests_search on service_requests using gin (search) where deleted_at is null;
create index service_requests_by_created_at on service_requests (created_at, id) where deleted_at is null;
create index service_requests_by_updated_at on service_requests (updated_at, id) where deleted_at is null;
create index service_requests_of_state on service_requests (state, created_at, id) where deleted_at is null;
create index service_requests_of_requester on service_requests (requested_by, created_at, id)
  where deleted_at is null;
-- A requester's view is the records of both columns.
create index service_requests_of_requested_for on service_requests (requested_for, created_at, id)
  where deleted_at is null and requested_for is not null;

-- Every submission looks up the users who may decide it.
-- squawk-ignore require-concurrent-index-creation
create index users_of_role on users using gin (roles) where active;
