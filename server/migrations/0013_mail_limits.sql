-- Who may be mailed is decided once for each mail, before its first attempt. `caller` is who caused it and is limited;
-- null if no caller did, as with SLA warnings, and in rows of the release before.
alter table mails
  add column caller text,
  add column admitted boolean not null default false;

-- How many recipients a caller's mails had in an hour.
create table mail_counts (
  hour timestamptz(3) not null,
  caller text collate "C" not null,
  recipients integer not null,
  primary key (hour, caller)
);
