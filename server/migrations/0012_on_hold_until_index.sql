-- Workers find the incidents whose hold ends next.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists incidents_hold_due;
-- A release that does not know the column leaves it set when an incident leaves its hold, so the state decides as well.
create index concurrently if not exists incidents_hold_due on incidents (on_hold_until)
  where on_hold_until is not null and state = 'on_hold' and deleted_at is null;
