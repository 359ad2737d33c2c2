-- Links by which people choose a password: after they forgot it, or as the first one.
-- migrate: expands
create table account_links (
  -- A person has one link at most: a newer one ends the older.
  user_id text primary key collate "C",
  -- The request for the link; its mail names it.
  id uuid not null unique,
  audience text not null check (audience in ('reset', 'invitation', 'api_keys')),
  -- Null until the mail is sent, because the token exists only in the mail.
  token_hash bytea unique,
  -- The browser that asked for the link; null if any browser may use it.
  browser_hash bytea,
  expires_at timestamptz(3) not null
);
create index account_links_expires_at on account_links (expires_at);
