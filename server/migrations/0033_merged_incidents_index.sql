-- A leader finds its duplicates, and totals subtract the duplicates that a list leaves out.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists incidents_of_leader;
create index concurrently if not exists incidents_of_leader on incidents (merged_into, id)
  where merged_into is not null and deleted_at is null;
drop index concurrently if exists incidents_merged_of_state;
create index concurrently if not exists incidents_merged_of_state on incidents (state)
  include (priority, category, assignment_group, assigned_to, opened_by, created_at)
  where merged_into is not null and deleted_at is null;
