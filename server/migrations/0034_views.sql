create sequence view_number;

-- Saved views of lists: the parameters and columns that a person works with, alone or shared.
create table views (
  id text collate "C" primary key default record_id('VIW', nextval('view_number')),
  name text not null,
  list text not null,
  query jsonb not null,
  columns text[] not null,
  audience text not null check (audience in ('me', 'group', 'everyone')),
  "group" text,
  owner text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text
);
create index views_by_created_at on views (created_at, id) where deleted_at is null;
create index views_of_owner on views (owner) where deleted_at is null;
