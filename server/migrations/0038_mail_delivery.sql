-- What mail adds to records: quoted text of notes, whether the sender was verified, and automatic answers.
-- migrate: expands
-- Text of earlier mails that the mail of a note quoted.
alter table work_notes add column quoted jsonb;
-- Null for records that no mail made.
alter table incidents add column sender_verified boolean;
alter table service_requests add column sender_verified boolean;
create table automatic_answers (
  id uuid primary key default uuidv7(),
  address text not null,
  record_id text collate "C" not null,
  answered_at timestamptz(3) not null
);
create index automatic_answers_to_address on automatic_answers (address, answered_at);
create index automatic_answers_by_time on automatic_answers (answered_at);
-- Mails that came back from an address as undeliverable, three at most.
create table returned_mails (
  mail_id text collate "C" not null,
  address text not null,
  returned_at timestamptz(3) not null,
  primary key (address, mail_id)
);
