-- Message-IDs of the mails about a record, and the keys that sign reply addresses.
-- migrate: expands
create table message_ids (
  -- SHA-256 of the id with its angle brackets.
  hash bytea not null,
  record_id text collate "C" not null,
  -- The mail came through this mailbox; null if through none.
  mailbox_id text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (hash, record_id)
);
create index message_ids_of_record on message_ids (record_id, created_at);
create table reply_keys (
  id text collate "C" primary key default 'rky_' || replace(uuidv7()::text, '-', ''),
  -- Encrypted, and bound to the id.
  key bytea not null,
  created_at timestamptz(3) not null default now()
);
