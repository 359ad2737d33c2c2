-- To whom a public note was mailed. The mails themselves are deleted a week after they were sent.
-- migrate: expands
create table note_mails (
  mail_id text collate "C" primary key,
  note_id text collate "C" not null,
  recipient text not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'skipped'))
);
create index note_mails_of_note on note_mails (note_id);
