-- The hold of a merged incident does not end at its time, so workers do not read past those.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists incidents_hold_due_unmerged;
create index concurrently if not exists incidents_hold_due_unmerged on incidents (on_hold_until)
  where on_hold_until is not null and state = 'on_hold' and deleted_at is null and merged_into is null;
