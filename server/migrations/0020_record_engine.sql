-- Work notes belong to a record of any type; ids are unique across types. Expand only: the previous release writes and
-- reads incident_id, so new notes of incidents have both columns, and a trigger fills in the new one for its notes.
alter table work_notes add column record_id text collate "C";
update work_notes set record_id = incident_id where record_id is null;
-- The previous release reads notes by the id of an incident, so it never sees one without it.
-- squawk-ignore ban-drop-not-null
alter table work_notes alter column incident_id drop not null;
alter table work_notes add constraint work_notes_have_records check (record_id is not null) not valid;

create function name_record_of_note() returns trigger language plpgsql as $$
begin
  new.record_id := coalesce(new.record_id, new.incident_id);
  return new;
end $$;

create trigger name_record_of_note before insert on work_notes
  for each row when (new.record_id is null) execute function name_record_of_note();

-- squawk-ignore require-concurrent-index-creation
create index work_notes_of_record on work_notes (record_id, created_at, id);

-- The timeline of a record: its audit entries and the deliveries of its events, which change after they were created. Without joins,
-- so that a page is merged from the indexes of both.
-- squawk-ignore require-concurrent-index-creation
create index deliveries_of_record on deliveries (record_id, created_at, id);

create view timeline as
  select id, at, actor, kind, record_type, record_id, request_id, changes, null::jsonb as delivery
  from entries
  union all
  select
    id, created_at, (select owner from outbound_webhooks where outbound_webhooks.id = webhook_id),
    'webhook.delivery', record_type, record_id, 'relay-' || event_id, null::jsonb,
    jsonb_build_object(
      'id', id, 'webhook_id', webhook_id,
      'webhook_name', (select name from outbound_webhooks where outbound_webhooks.id = webhook_id),
      'event', event, 'status', status, 'attempts', attempts, 'last_status', last_status)
  from deliveries;
