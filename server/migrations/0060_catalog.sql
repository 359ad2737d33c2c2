-- Catalog items: what employees may ask for. A row has what is live; each publication is stored once more and never changes.
-- migrate: expands
create sequence catalog_item_number;

create table catalog_items (
  id text collate "C" primary key default record_id('CAT', nextval('catalog_item_number')),
  name text not null,
  category text not null,
  summary text,
  description text,
  icon text,
  -- A condition on the user record of the person it is for; null: everyone.
  audience jsonb,
  form jsonb not null,
  approvals jsonb not null,
  tasks jsonb not null,
  assignment_group text,
  state text not null check (state in ('draft', 'published', 'retired')),
  -- The fields of a revision that is not yet published.
  pending jsonb,
  pending_revision boolean not null default false,
  -- The version of the last publication.
  published_version integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || name || ' ' || category || ' ' || coalesce(summary, '') || ' ' || coalesce(description, ''))) stored
);
create index catalog_items_by_name on catalog_items (name, id);
create index catalog_items_by_created_at on catalog_items (created_at, id);
create index catalog_items_by_updated_at on catalog_items (updated_at, id);
create index catalog_items_of_state on catalog_items (state, name, id);
create index catalog_items_of_category on catalog_items (category, name, id);
create index catalog_items_search on catalog_items using gin (search);

-- Service requests refer to the version that they were answered with.
create table catalog_versions (
  item_id text collate "C" not null references catalog_items (id),
  version integer not null,
  id text collate "C" not null default replace(uuidv7()::text, '-', ''),
  content jsonb not null,
  published_by text not null,
  created_at timestamptz(3) not null,
  primary key (item_id, version)
);
create trigger catalog_versions_append_only before update or delete or truncate on catalog_versions
  for each statement execute function refuse_change();
