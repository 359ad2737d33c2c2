-- The inbound webhook through which an update was made, with its name as of then. Expand only: the previous release writes
-- none, and reads the columns of the view that it knows.
alter table entries add column via jsonb;

create or replace view timeline as
  select id, at, actor, kind, record_type, record_id, request_id, changes, null::jsonb as delivery, via
  from entries
  union all
  select
    id, created_at, (select owner from outbound_webhooks where outbound_webhooks.id = webhook_id),
    'webhook.delivery', record_type, record_id, 'relay-' || event_id, null::jsonb,
    jsonb_build_object(
      'id', id, 'webhook_id', webhook_id,
      'webhook_name', (select name from outbound_webhooks where outbound_webhooks.id = webhook_id),
      'event', event, 'status', status, 'attempts', attempts, 'last_status', last_status),
    null::jsonb
  from deliveries;
