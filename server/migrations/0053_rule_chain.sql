-- Writes in which rules ran lead to other writes through webhooks and mail, which carry the chain of them.
-- migrate: expands
-- A delivery of the event sends the chain; null if no rule led to the event.
alter table events add column chain jsonb;
-- The mail has the chain in a header.
alter table mails add column chain jsonb;
