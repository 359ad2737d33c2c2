-- What the service tells a person inside the service.
create table notifications (
  id text collate "C" primary key default 'ntf_' || replace(uuidv7()::text, '-', ''),
  recipient text not null,
  type text not null,
  -- what it is about, for those who count
  subject text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notifications_of_recipient on notifications (recipient, created_at, id);
create index notifications_of_subject on notifications (subject, created_at);
