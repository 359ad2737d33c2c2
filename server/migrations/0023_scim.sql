-- SCIM connectors, and the users and groups that they provision.
-- migrate: expands
create sequence scim_connector_number;

create table scim_connectors (
  id text collate "C" primary key default record_id('SCM', nextval('scim_connector_number')),
  name text not null,
  role_rules jsonb not null,
  allow_emptying boolean not null,
  may_grant_super_admin boolean not null,
  active boolean not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index scim_connectors_token on scim_connectors (token_hash);
create index scim_connectors_by_created_at on scim_connectors (created_at, id);

create table scim_users (
  user_id text collate "C" primary key references users (id),
  connector text not null collate "C" references scim_connectors (id),
  -- The id of the user in the directory of the organisation.
  external_id text,
  -- Attributes that are only stored and returned, such as the parts of the name.
  attributes jsonb not null
);
create index scim_users_connector on scim_users (connector, user_id);
create index scim_users_external_id on scim_users (connector, external_id);

create table scim_groups (
  group_id text collate "C" primary key references groups (id),
  connector text not null collate "C" references scim_connectors (id),
  external_id text
);
create index scim_groups_connector on scim_groups (connector, group_id);
create index scim_groups_external_id on scim_groups (connector, external_id);

create table scim_group_members (
  group_id text not null collate "C" references scim_groups (group_id) on delete cascade,
  user_id text not null collate "C" references scim_users (user_id) on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_members_user on scim_group_members (user_id);
