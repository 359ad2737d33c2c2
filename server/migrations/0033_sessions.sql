-- A login of a person with a client. The provider's state, which these hashes refer to, decides whether it is active.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id text collate "C" not null references users (id),
  client_id text collate "C" not null,
  user_agent text,
  grant_hash text not null,
  -- Of the session in the browser, which several clients may share.
  uid_hash text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null
);
create unique index sessions_grant on sessions (grant_hash);
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_uid on sessions (uid_hash);
create index sessions_by_last_use on sessions (last_used_at);
