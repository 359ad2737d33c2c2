-- Rules do the routine work on records in the transaction of each write; macros are actions that people apply by hand.
-- migrate: expands
create table rules (
  id text collate "C" primary key default 'rul_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  record_type text not null,
  position integer not null,
  "on" text not null,
  "when" jsonb not null,
  -- Null unless time makes the rule run.
  due jsonb,
  actions jsonb not null,
  stop boolean not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index rules_by_position on rules (position, id) where deleted_at is null;
create index rules_by_created_at on rules (created_at, id) where deleted_at is null;

create table macros (
  id text collate "C" primary key default 'mac_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  record_type text not null,
  -- The assignment group that uses it; null: all.
  "group" text,
  actions jsonb not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index macros_by_name on macros (name, id) where deleted_at is null;
create index macros_by_created_at on macros (created_at, id) where deleted_at is null;

-- Every process caches rules and macros and reads them again when the version is another one.
create table rule_definitions (
  only_row boolean primary key default true check (only_row),
  version integer not null
);
insert into rule_definitions (version) values (0);

-- The records on which each rule ran, for the runs of a rule. The audit trail explains each run.
create table rule_runs (
  id text collate "C" primary key default replace(uuidv7()::text, '-', ''),
  rule_id text collate "C" not null,
  rule_version integer not null,
  record_type text not null,
  record_id text collate "C" not null,
  record_version integer not null,
  at timestamptz(3) not null
);
create index rule_runs_by_rule on rule_runs (rule_id, at, id);
-- This serves the deletion of old rows.
create index rule_runs_by_time on rule_runs (at);

-- A record that meets the condition of a rule for which time has to pass. The row stays until the record leaves the
-- condition, so that the rule runs once.
create table due_rules (
  rule_id text collate "C" not null,
  record_id text collate "C" not null,
  record_type text not null,
  due_at timestamptz(3) not null,
  ran_at timestamptz(3),
  primary key (rule_id, record_id)
);
create index due_rules_by_time on due_rules (due_at) where ran_at is null;
create index due_rules_by_record on due_rules (record_id);

-- The member of the group who was assigned last.
create table assignment_rotations (
  group_id text collate "C" primary key,
  user_id text collate "C"
);

-- The rule that wrote the note, with its version.
alter table work_notes add column via jsonb;
