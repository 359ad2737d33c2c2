-- Mailboxes of the instance.
-- migrate: expands
create table mailboxes (
  id text collate "C" primary key,
  address text not null,
  -- Mail to these addresses reaches the mailbox, too.
  aliases text[] not null,
  name text not null,
  record_type text not null,
  -- These values are set on records that a mail creates.
  defaults jsonb not null,
  incoming jsonb not null,
  outgoing jsonb not null,
  -- Encrypted, and bound to the id; null without a mail server of its own.
  outgoing_password bytea,
  trust jsonb not null,
  reply_policy text not null,
  active boolean not null,
  last_message_at timestamptz(3),
  last_error text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index mailboxes_by_created_at on mailboxes (created_at, id) where deleted_at is null;
