-- The webhooks of an owner who was deactivated. Outbound ones are suspended, inbound ones end after 30 days.
-- Expand only: the previous release inserts rows without an owner_id, which are found by their address.
alter table outbound_webhooks add column owner_id text;
-- Set while the webhook is suspended: events from then on may have no delivery.
alter table outbound_webhooks add column missed_since timestamptz(3);
update outbound_webhooks w set owner_id = coalesce(
  (select id from users u where lower(u.email) = lower(w.owner)),
  (select id from clients c
   where lower(coalesce(c.email, c.id || '@clients.' || split_part(w.owner, '@clients.', 2))) = lower(w.owner)
   order by c.created_at limit 1));
-- Set while the owner may not act: the webhook goes on until then with owner_roles.
alter table inbound_webhooks add column ends_at timestamptz(3);
