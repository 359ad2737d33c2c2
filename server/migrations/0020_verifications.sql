-- A browser has shown a moment ago who uses it; without that nobody changes their factors.
-- migrate: expands
create table verifications (
  -- Names the session in the browser, or the sign-in in progress, by a hash.
  id text primary key collate "C",
  user_id text not null collate "C",
  -- The methods that have succeeded, as in RFC 8176.
  amr text[] not null,
  -- Forms of the browser must contain it.
  form_token text not null,
  expires_at timestamptz(3) not null
);
create index verifications_expires on verifications (expires_at);
create index verifications_user on verifications (user_id);
