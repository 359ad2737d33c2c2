-- Mail that was received. The raw bytes are among the files.
-- migrate: expands
create table messages (
  id text collate "C" primary key default 'msg_' || replace(uuidv7()::text, '-', ''),
  mailbox_id text collate "C" not null references mailboxes (id),
  via text not null,
  -- Empty for mail that has no sender to answer; null where a program sent the message.
  envelope_from text,
  envelope_to text[] not null,
  sha256 bytea not null references files (sha256),
  size integer not null,
  -- SHA-256 of the Message-ID; null without one.
  message_id_hash bytea,
  -- Known once the message has been parsed.
  sender text,
  subject text,
  -- How its new text begins, so that a decision needs no mail program.
  excerpt text,
  state text not null default 'received',
  cause text,
  matched_by text,
  record_id text collate "C",
  note_id text collate "C",
  sender_verified boolean,
  verified_by text,
  verification_reason text,
  attempts integer not null default 0,
  -- The last decision of a person, and the record that it names.
  decision text,
  attach_to text collate "C",
  decided_by text,
  decided_at timestamptz(3),
  version integer not null default 1,
  received_at timestamptz(3) not null,
  processed_at timestamptz(3)
);
-- The same bytes with a Message-ID are one message, however often they are delivered.
create unique index messages_once on messages (mailbox_id, sha256) where message_id_hash is not null;
create index messages_by_received_at on messages (received_at, id);
create index messages_by_state on messages (state, received_at, id);
create index messages_by_sender on messages (lower(sender), received_at, id);
create index messages_of_file on messages (sha256);
create index messages_waiting on messages (mailbox_id, message_id_hash) where state = 'received';
