-- Every process with event streams finds the recipients whose count of unread notifications has changed, by a row for
-- each change. A notification of PostgreSQL only makes it look sooner.
-- migrate: expands
create table notification_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- The address is in lower case.
  recipient text not null,
  changed_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index notification_changes_by_transaction on notification_changes (xid);

create function log_changed_recipients() returns trigger
language plpgsql as $$
begin
  insert into notification_changes (recipient) select distinct lower(recipient) from changed;
  return null;
end $$;

-- An update that changes only the text leaves the count as it is.
create function log_recipients_of_read() returns trigger
language plpgsql as $$
begin
  insert into notification_changes (recipient)
  select distinct lower(changed.recipient) from changed join former using (id)
  where (changed.read_at is null) <> (former.read_at is null);
  return null;
end $$;

create trigger notifications_logged_on_insert after insert on notifications
  referencing new table as changed for each statement execute function log_changed_recipients();
create trigger notifications_logged_on_update after update on notifications
  referencing new table as changed old table as former for each statement execute function log_recipients_of_read();
create trigger notifications_logged_on_delete after delete on notifications
  referencing old table as changed for each statement execute function log_changed_recipients();
