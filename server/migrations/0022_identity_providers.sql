-- Identity providers of organisations, behind the built-in one, and the identities that people have there.
-- migrate: expands
create sequence identity_provider_number;

create table identity_providers (
  id text collate "C" primary key default record_id('IDP', nextval('identity_provider_number')),
  name text not null,
  -- Never changed: the identities of people belong to it.
  issuer text not null,
  client_id text not null,
  -- Encrypted, and bound to the id.
  client_secret bytea not null,
  scopes text[] not null,
  -- In ASCII and lower case. Only addresses of these domains are linked.
  domains text[] not null,
  create_users boolean not null,
  trusts_addresses boolean not null,
  may_grant_super_admin boolean not null,
  role_rules jsonb not null,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index identity_providers_issuer on identity_providers (issuer);
create unique index identity_providers_name on identity_providers (lower(name));
create index identity_providers_by_created_at on identity_providers (created_at, id);

create table user_identities (
  issuer text not null,
  -- The claim sub, which no other person of this issuer gets.
  subject text not null,
  user_id text not null collate "C",
  -- The claims that role rules name, as they were at the last sign-in.
  claims jsonb not null,
  linked_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3) not null,
  primary key (issuer, subject)
);
-- A user has one identity at each issuer.
create unique index user_identities_user on user_identities (user_id, issuer);
create index user_identities_by_linked_at on user_identities (issuer, linked_at, user_id);

-- Administrators list the people of an identity provider.
create view linked_identities as
  select user_id as id, issuer, subject, email, name, linked_at, last_sign_in_at
  from user_identities join users on users.id = user_id;
