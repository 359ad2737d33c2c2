-- SLA policies decide which clocks a record has; incidents and service requests store their clocks.
-- migrate: expands
create table sla_policies (
  id text collate "C" primary key default 'slp_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  record_type text not null,
  position integer not null,
  "when" jsonb not null,
  -- Null: round the clock.
  calendar_id text collate "C",
  -- Seconds by metric and priority.
  targets jsonb not null,
  -- Reasons of a hold that pause a clock, by metric.
  pause jsonb not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index sla_policies_by_position on sla_policies (position, id) where deleted_at is null;
create index sla_policies_by_created_at on sla_policies (created_at, id) where deleted_at is null;

-- Every process caches policies and calendars and reads them again when the version is another one.
create table sla_definitions (
  only_row boolean primary key default true check (only_row),
  version integer not null,
  -- Raised when the clocks of open records may differ.
  clocks_version integer not null
);
insert into sla_definitions (version, clocks_version) values (0, 0);

alter table incidents
  -- The policy that applies, with what decided it; null if the targets of the settings apply.
  add column sla_policy jsonb,
  add column sla_clocks jsonb,
  -- The definitions by which the clocks were computed.
  add column sla_version integer not null default 0,
  -- When the warning is due, where it is not three quarters of the time on the wall.
  add column sla_warning_at timestamptz(3),
  -- The earliest running target other than that of the resolution.
  add column other_target_at timestamptz(3),
  -- It is virtual, so adding it rewrites nothing.
  -- squawk-ignore adding-field-with-default
  add column next_target_at timestamptz(3) generated always as
    (least(case when sla_halted_at is null then sla_breach_at end, other_target_at)) virtual;

alter table service_requests
  add column sla_policy jsonb,
  add column sla_clocks jsonb,
  add column sla_version integer not null default 0,
  add column sla_next_due_at timestamptz(3),
  add column next_target_at timestamptz(3);

-- True for a public note of an agent that counts as a response; null for notes of earlier releases.
alter table work_notes add column is_response boolean;
