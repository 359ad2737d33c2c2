-- The id of an inbound webhook is its secret address. The handle names it wherever that address must not be shown.
-- Expand only: the previous release inserts rows without naming the column, so the default makes their handles.
alter table inbound_webhooks add column handle text collate "C";
alter table inbound_webhooks alter column handle set default 'whr_' || replace(gen_random_uuid()::text, '-', '');
update inbound_webhooks set handle = default where handle is null;
alter table inbound_webhooks add constraint inbound_webhooks_have_handles check (handle is not null) not valid;
-- One row for each webhook, some hundreds at most: the index takes milliseconds.
-- squawk-ignore require-concurrent-index-creation
create unique index inbound_webhooks_by_handle on inbound_webhooks (handle);
