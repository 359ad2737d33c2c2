-- Who may call: clients, people, groups and API keys; and what the identity provider keeps.

create table clients (
  id text collate "C" primary key, -- the client_id
  name text not null,
  email text, -- null: an address made of the id
  roles text[] not null,
  redirect_uris text[] not null, -- any make it an interactive client
  secret_hash bytea, -- SHA-256; null: a public client, which has none
  active boolean not null,
  -- Raised when tokens that are out must no longer count; see revocations.
  token_generation integer not null default 1,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index clients_by_created_at on clients (created_at, id);

create sequence user_number;
create table users (
  id text collate "C" primary key default record_id('USR', nextval('user_number')),
  email text not null,
  name text not null,
  roles text[] not null,
  password_hash text, -- argon2id in the PHC form; null: cannot log in here
  password_changed_at timestamptz(3), -- sessions that began before it are over
  active boolean not null,
  token_generation integer not null default 1,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));
create index users_by_created_at on users (created_at, id);

create sequence group_number;
create table groups (
  id text collate "C" primary key default record_id('GRP', nextval('group_number')),
  name text not null,
  email text,
  members text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index groups_name on groups (name);
create index groups_by_created_at on groups (created_at, id);

-- Settings are changed over HTTP, so they have a version like any record.
alter table settings add column version integer not null default 1;

-- What a process must no longer accept although its signature is good: tokens of a subject below a generation.
-- Rows younger than the longest token life count; older ones are swept.
create table revocations (
  id bigint generated always as identity primary key,
  subject text not null,
  generation integer not null,
  revoked_at timestamptz(3) not null
);

create table signing_keys (
  id text collate "C" primary key, -- the kid
  private_key bytea not null, -- sealed by platform/secrets.ts
  published_at timestamptz(3) not null,
  signs_from timestamptz(3) not null
);

-- Sessions, codes, grants and refresh tokens. Ids are hashes and contents sealed: whoever reads the table can use none.
create table provider_state (
  id text collate "C" primary key, -- kind and hash
  content bytea not null,
  grant_hash text,
  uid_hash text,
  consumed_at timestamptz(3),
  expires_at timestamptz(3)
);
create index provider_state_by_grant on provider_state (grant_hash) where grant_hash is not null;
create index provider_state_by_uid on provider_state (uid_hash) where uid_hash is not null;
create index provider_state_by_expiry on provider_state (expires_at) where expires_at is not null;

-- Failed logins of an account, whether it exists or not; one row each, gone with the first success.
create table login_failures (
  account text primary key, -- hash of the lower-case address
  failures integer not null,
  retry_at timestamptz(3) not null
);

create table api_keys (
  id uuid primary key default uuidv7(),
  user_id text collate "C" not null references users (id),
  name text not null,
  prefix text not null, -- first characters, to be told apart
  key_hash bytea not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_by_user on api_keys (user_id, created_at, id);
