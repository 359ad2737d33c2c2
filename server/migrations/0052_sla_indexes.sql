-- Workers find open records whose clocks are out of date or due, and lists are read by the next target.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists incidents_by_sla_version;
-- This serves the recomputation after a change of policies.
create index concurrently if not exists incidents_by_sla_version on incidents (sla_version, id)
  where deleted_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened');
drop index concurrently if exists incidents_by_next_target;
-- This serves the sort by next_target_at, first the incidents that have a running target.
create index concurrently if not exists incidents_by_next_target on incidents
  ((least(case when sla_halted_at is null then sla_breach_at end, other_target_at)), id)
  include (state, priority, category, assignment_group, assigned_to, created_at)
  where deleted_at is null and least(case when sla_halted_at is null then sla_breach_at end, other_target_at) is not null;
drop index concurrently if exists incidents_without_target;
-- This serves the end of that sort: open incidents whose targets are all paused or met.
create index concurrently if not exists incidents_without_target on incidents (id)
  where deleted_at is null and least(case when sla_halted_at is null then sla_breach_at end, other_target_at) is null
    and state in ('new', 'in_progress', 'on_hold', 'reopened');
drop index concurrently if exists service_requests_by_sla_version;
create index concurrently if not exists service_requests_by_sla_version on service_requests (sla_version, id)
  where deleted_at is null and state in ('submitted', 'approved');
drop index concurrently if exists service_requests_sla_due;
create index concurrently if not exists service_requests_sla_due on service_requests (sla_next_due_at)
  where sla_next_due_at is not null;
drop index concurrently if exists service_requests_by_next_target;
create index concurrently if not exists service_requests_by_next_target on service_requests (next_target_at, id)
  where deleted_at is null and next_target_at is not null;
