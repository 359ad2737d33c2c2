-- Lists by requester and by the author of the last reply are read in their order, from indexes.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists incidents_of_requester;
-- This serves the filter `requester`, with the columns of a second filter and of another sort.
create index concurrently if not exists incidents_of_requester on incidents (lower(requester), state, created_at, id)
  include (requester, priority, updated_at, category, assignment_group, assigned_to)
  where deleted_at is null and requester is not null;
drop index concurrently if exists incidents_of_other_requester;
-- A requester's own incidents are those in the index of openers and those in this one.
create index concurrently if not exists incidents_of_other_requester on incidents
  (lower(case when lower(requester) <> lower(opened_by) then requester end), state, created_at, id)
  include (requester, opened_by, priority, updated_at, category, assignment_group, assigned_to)
  where deleted_at is null and lower(case when lower(requester) <> lower(opened_by) then requester end) is not null;
drop index concurrently if exists incidents_deleted_of_requester;
-- The events of a requester begin at the requester's own records, deleted ones too.
create index concurrently if not exists incidents_deleted_of_requester on incidents (lower(requester))
  where deleted_at is not null and requester is not null;
drop index concurrently if exists incidents_of_last_reply;
-- This serves the filter `last_reply`: few open incidents wait for our answer.
create index concurrently if not exists incidents_of_last_reply on incidents (last_reply_by, state, created_at, id)
  include (priority, updated_at, category, assignment_group, assigned_to)
  where deleted_at is null and last_reply_by is not null;
