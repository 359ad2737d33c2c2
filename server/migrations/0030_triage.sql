-- The queue in the order of the breach: only clocks that run or pause, which are few among all incidents. The filters
-- of a queue are carried along, so that a rare one is found in the index alone.
-- squawk-ignore require-concurrent-index-creation
create index incidents_by_breach on incidents (sla_breach_at, id)
  include (state, priority, category, assignment_group, assigned_to, sla_halted_at, sla_target_seconds, created_at)
  where deleted_at is null and state in ('new', 'in_progress', 'reopened', 'on_hold');

-- Clocks that were halted after their breach; a running clock is found by the index above.
-- squawk-ignore require-concurrent-index-creation
create index incidents_breached on incidents (created_at, id)
  include (state, priority, category, assignment_group, assigned_to)
  where deleted_at is null and sla_halted_at >= sla_breach_at;

-- squawk-ignore require-concurrent-index-creation
create index incidents_by_resolved_at on incidents (resolved_at, id)
  include (state, priority, assignment_group, created_at) where deleted_at is null and resolved_at is not null;

-- Incidents without an assignee or a group are found by the indexes of those filters.
-- squawk-ignore require-concurrent-index-creation
create index incidents_without_ci on incidents (state, created_at, id)
  include (priority, category, assignment_group, assigned_to) where deleted_at is null and ci_id is null;
