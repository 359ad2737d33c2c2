-- Fields that an instance adds to its records, and their values.
-- migrate: expands
create table fields (
  id text collate "C" primary key default 'fld_' || replace(uuidv7()::text, '-', ''),
  record_type text not null,
  -- Neither is ever changed, because stored values, filters and conditions name the key and have the type.
  key text not null,
  type text not null,
  label text not null,
  description text,
  choices jsonb not null,
  "default" jsonb,
  required boolean not null,
  visible_to text not null,
  editable_by text not null,
  filterable boolean not null,
  -- State of the index for filters: building, ready or failed; null without one.
  index_state text,
  position integer not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index fields_key on fields (record_type, key);

-- The values of a record by key; null if it has none. Each field that lists can be filtered by has an index, built by a job.
alter table incidents add column custom_values jsonb;
alter table changes add column custom_values jsonb;
alter table service_requests add column custom_values jsonb;
alter table cis add column custom_values jsonb;
