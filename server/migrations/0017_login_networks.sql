-- A guesser must not keep the owner of an account out: attempts from new networks take turns, and networks from which
-- the account signed in before do not wait for them. The release before this one knows neither and keeps working.

-- The turn that an account has reserved for a network, until it is used.
alter table login_failures add column slot_at timestamptz(3);

create table login_networks (
  -- hashes, as in login_failures
  account text not null,
  network text not null,
  seen_at timestamptz(3) not null,
  primary key (account, network)
);

create index login_networks_seen_at on login_networks (seen_at);
