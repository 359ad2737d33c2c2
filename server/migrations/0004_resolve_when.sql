-- An inbound webhook resolves incidents with the events that match these filters, and opens them with the others.
-- migrate: expands
alter table inbound_webhooks add column resolve_when jsonb not null default '[]';
