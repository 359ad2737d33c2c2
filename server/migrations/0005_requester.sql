-- An incident names its requester: the person who has the trouble, who need not be the person who recorded it.
-- migrate: expands
alter table incidents
  add column requester text,
  -- The last public note was written by the requester or by somebody who works on the incident.
  add column last_reply_by text,
  add column last_reply_at timestamptz(3),
  -- This is the requester of an incident that somebody else opened. An incident belongs to its opener and to this
  -- person, who are never the same, so that lists and totals of both can be added up. It is virtual, so adding it
  -- rewrites nothing.
  -- squawk-ignore adding-field-with-default
  add column other_requester text generated always as
    (case when lower(requester) <> lower(opened_by) then requester end) virtual;

-- An entry says why the service changed a record by itself.
alter table entries add column cause jsonb;

-- The totals of incidents by their other requester are kept apart from those by opener: an older release folds only the
-- columns that it knows, and would lose these.
create table incident_requester_deltas (
  id bigint generated always as identity primary key,
  state text not null,
  priority text not null,
  other_requester text not null,
  n smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

create table incident_requester_totals (
  dimension text not null,
  value text not null,
  day date not null,
  state text not null,
  priority text not null,
  n bigint not null,
  primary key (dimension, value, day, state, priority)
) with (fillfactor = 70);
create index incident_requester_totals_of_person on incident_requester_totals (dimension, lower(value));

create function count_other_requester() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and lower(old.requester) <> lower(old.opened_by) then
    insert into incident_requester_deltas (state, priority, other_requester, n)
    values (old.state, old.priority, old.requester, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and lower(new.requester) <> lower(new.opened_by) then
    insert into incident_requester_deltas (state, priority, other_requester, n)
    values (new.state, new.priority, new.requester, 1);
  end if;
  return null;
end $$;

create trigger incidents_requester_counted_on_insert after insert on incidents
  for each row when (lower(new.requester) <> lower(new.opened_by)) execute function count_other_requester();
create trigger incidents_requester_counted_on_delete after delete on incidents
  for each row when (lower(old.requester) <> lower(old.opened_by)) execute function count_other_requester();
create trigger incidents_requester_counted_on_update after update on incidents
  for each row when (
    (lower(old.requester) <> lower(old.opened_by) or lower(new.requester) <> lower(new.opened_by))
    and (old.state, old.priority, old.requester, old.opened_by, old.deleted_at is null)
      is distinct from (new.state, new.priority, new.requester, new.opened_by, new.deleted_at is null))
  execute function count_other_requester();

-- The batches that fill the column for incidents of before go through the table in the order of ids: those that get no
-- requester must not be read again by every batch.
create table requester_backfill (last_id text collate "C" not null);
insert into requester_backfill values ('');
