-- The timeline shows why the service changed a record by itself.
-- migrate: expands
create or replace view timeline as
select id, at, actor, kind, record_type, record_id, request_id, changes, null::jsonb as delivery, via, cause
from entries
union all
select id, created_at as at,
  (select owner from outbound_webhooks where outbound_webhooks.id = webhook_id) as actor,
  'webhook.delivery' as kind, record_type, record_id, 'relay-' || event_id as request_id, null::jsonb as changes,
  jsonb_build_object('id', id, 'webhook_id', webhook_id,
    'webhook_name', (select name from outbound_webhooks where outbound_webhooks.id = webhook_id),
    'event', event, 'status', status, 'attempts', attempts, 'last_status', last_status) as delivery,
  null::jsonb as via, null::jsonb as cause
from deliveries;
