-- Mailboxes that are read by IMAP. One process at a time has the lease of a mailbox, and knows the last mail that was read.
-- migrate: expands
alter table mailboxes
  -- Encrypted, and bound to the id; null where nobody signs in to receive mail.
  add column incoming_secret bytea,
  -- Mail that the server received before is not read.
  add column incoming_since timestamptz(3),
  -- Since then last_error has happened; null while there is none.
  add column failing_since timestamptz(3),
  -- The process that reads the mailbox, and the end of its lease.
  add column reader text,
  add column read_until timestamptz(3),
  -- The ids of mails (UIDs) are valid as long as the server keeps this number; null before the first connection.
  add column uid_validity bigint,
  -- Mail up to this id has been read.
  add column last_uid bigint not null default 0,
  -- Mail up to this id was there when the ids began, and may be older than incoming_since.
  add column first_uid bigint not null default 0;
