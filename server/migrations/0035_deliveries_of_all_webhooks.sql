-- Deliveries across webhooks, newest first; the failed ones, which are few, by themselves.
-- squawk-ignore require-concurrent-index-creation
create index deliveries_by_created_at on deliveries (created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index deliveries_failed on deliveries (created_at, id) where status = 'failed';
