-- Sign-ins, failed ones, sign-outs and exchanges of API keys, for 90 days. A failed sign-in has a hash of the account:
-- people type passwords into the wrong field.
create table sign_in_events (
  id uuid primary key default uuidv7(),
  at timestamptz(3) not null,
  kind text not null,
  actor text, -- address of the person; null if it failed
  account_hash text, -- HMAC of the lower-case address, of failed ones only
  address text not null, -- network address
  client text, -- null where none is known, as on the password page
  -- Of kinds that a program can repeat: one row per minute, account and network.
  dedup_key text
);
create index sign_in_events_by_time on sign_in_events (at, id);
create index sign_in_events_by_actor on sign_in_events (actor, at, id) where actor is not null;
create index sign_in_events_by_account on sign_in_events (account_hash, at, id) where account_hash is not null;
create unique index sign_in_events_once on sign_in_events (dedup_key) where dedup_key is not null;
