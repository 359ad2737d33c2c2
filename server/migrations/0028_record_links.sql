-- Links between two records of any types. A link that follows from a field of a record is not stored.
-- migrate: expands
create table record_links (
  id text primary key collate "C" default 'lnk_' || replace(uuidv7()::text, '-', ''),
  kind text not null check (kind in ('child_of', 'caused_by', 'fixed_by', 'follow_up_of', 'related_to')),
  source_type text not null,
  source_id text collate "C" not null,
  target_type text not null,
  target_id text collate "C" not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  unique (source_id, kind, target_id)
);
create index record_links_target on record_links (target_id, kind, id);
