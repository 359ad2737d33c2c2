-- Second factors of people, with recovery codes for those who have lost theirs.
-- migrate: expands
create table factors (
  id text primary key collate "C",
  user_id text not null collate "C",
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- The key of an authenticator app, encrypted.
  secret bytea,
  -- Codes of this period and of earlier ones are refused, because each is valid once.
  used_step bigint,
  credential_id text unique collate "C",
  public_key bytea,
  -- A passkey that counts its uses never shows a lower number again.
  counter bigint,
  transports text[],
  -- A synchronised passkey exists on several devices.
  is_synced boolean
);
create index factors_user on factors (user_id);

create table recovery_codes (
  user_id text not null collate "C",
  code_hash text not null collate "C",
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

alter table verifications
  -- The generation of the user at the time: a new password, role or address ends the verification.
  add column generation integer not null default 0,
  -- The key of an authenticator app that is being set up, encrypted.
  add column secret bytea;

-- A challenge is used once, by the browser and for the purpose that it was made for.
create table passkey_challenges (
  -- A hash of the challenge.
  id text primary key collate "C",
  -- The session in the browser, or the sign-in in progress, as in verifications.
  bound_to text not null collate "C",
  purpose text not null check (purpose in ('create', 'get')),
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

-- A role of the person needs a second factor. Since that time they have some days to set one up.
create table factor_requirements (
  user_id text primary key collate "C",
  applied_at timestamptz(3) not null
);
