-- Rules of identity providers and SCIM connectors give roles and groups to people.
-- migrate: expands
-- The roles given by hand; null if all of `roles` are.
alter table users add column assigned_roles text[];

create table granted_roles (
  user_id text not null collate "C",
  -- The id of the identity provider or SCIM connector.
  source text not null collate "C",
  roles text[] not null,
  -- Ids of the groups that the person joined by this grant; a membership by hand is not among them.
  groups text[] not null,
  primary key (user_id, source)
);
