-- Nothing was ever released, so nothing that an earlier commit needed has to stay: names that only its processes used,
-- columns and defaults for its rows, and constraints that spared its data.
drop view ai_tasks;
drop function claim_deliveries;
drop function lease_deliveries;

drop trigger name_record_of_note on work_notes;
drop function name_record_of_note;
-- squawk-ignore ban-drop-column
alter table work_notes drop column incident_id;
-- squawk-ignore adding-not-nullable-field
alter table work_notes alter column record_id set not null;
alter table work_notes drop constraint work_notes_have_records;

-- squawk-ignore adding-not-nullable-field
alter table inbound_webhooks alter column handle set not null;
alter table inbound_webhooks drop constraint inbound_webhooks_have_handles;
alter table inbound_webhooks validate constraint inbound_webhooks_action_check;
alter table inbound_events validate constraint inbound_events_status_check;

update outbound_webhooks set owner_id = owner where owner_id is null;
-- squawk-ignore adding-not-nullable-field
alter table outbound_webhooks alter column owner_id set not null;
alter table sessions alter column ends_at drop default;
