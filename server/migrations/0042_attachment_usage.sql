-- Bytes that each caller has attached to notes, per day in UTC.
create table attachment_usage (
  caller text not null,
  day date not null,
  bytes bigint not null,
  primary key (caller, day)
);
