-- People who take part in a record of any type. The requester is a field of the record.
-- migrate: expands
create table participants (
  id uuid primary key default uuidv7(),
  record_id text collate "C" not null,
  kind text not null check (kind in ('cc', 'watcher')),
  email text not null,
  source text not null check (source in ('added', 'watch', 'mention')),
  added_by text not null,
  added_at timestamptz(3) not null
);
create unique index participants_of_record on participants (record_id, kind, lower(email));
create index participants_of_person on participants (lower(email));
