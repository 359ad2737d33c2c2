create sequence change_number;

create table changes (
  id text collate "C" primary key default record_id('CHG', nextval('change_number')),
  short_description text not null,
  description text,
  type text not null check (type in ('normal', 'standard', 'emergency')),
  state text not null check (state in ('draft', 'submitted', 'approved', 'rejected', 'scheduled',
    'implementing', 'review', 'closed', 'cancelled')),
  risk text not null check (risk in ('low', 'medium', 'high')),
  impact text check (impact in ('low', 'medium', 'high')),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  assignment_group text,
  assigned_to text,
  requested_by text not null,
  ci_ids text[] not null,
  incident_ids text[] not null,
  planned_start_at timestamptz(3),
  planned_end_at timestamptz(3),
  implementation_plan text,
  backout_plan text,
  test_plan text,
  -- the template of a standard change, which is its approval
  template text check (template is null or type = 'standard'),
  work_notes_count integer not null default 0,
  note_counts jsonb,
  version integer not null default 1,
  -- sequence of the record's last event; a draft has none
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- never set: changes cannot be deleted, but event visibility reads this column of every type
  deleted_at timestamptz(3),
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || short_description || ' ' || coalesce(description, ''))) stored,
  check (planned_end_at > planned_start_at)
);
create index changes_search on changes using gin (search) where deleted_at is null;
create index changes_by_created_at on changes (created_at, id) where deleted_at is null;
create index changes_by_updated_at on changes (updated_at, id) where deleted_at is null;
create index changes_of_state on changes (state, created_at, id) where deleted_at is null;
create index changes_of_type on changes (type, created_at, id) where deleted_at is null;
create index changes_of_risk on changes (risk, created_at, id) where deleted_at is null;
create index changes_of_group on changes (assignment_group, created_at, id) where deleted_at is null;
create index changes_of_assignee on changes (assigned_to, created_at, id) where deleted_at is null;
create index changes_of_requester on changes (requested_by, created_at, id) where deleted_at is null;
create index changes_by_planned_start on changes (planned_start_at, created_at, id) where deleted_at is null;
create index changes_of_ci on changes using gin (ci_ids) where deleted_at is null;
-- The calendar: windows that overlap a period. Null would be an open end of the range.
create index changes_windows on changes using gist (tstzrange(planned_start_at, planned_end_at))
  where deleted_at is null and planned_start_at is not null and planned_end_at is not null;

-- The current decision of each approver. Withdrawn ones are in the audit trail only.
create table change_approvals (
  change_id text collate "C" not null references changes (id),
  approver text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  comment text,
  at timestamptz(3) not null,
  primary key (change_id, approver)
);
