-- The order by SLA: the breach time while the clock runs, null while it is paused or stopped. Computed by PostgreSQL, so
-- that no release can leave it behind. The table is rewritten: no incident can be read meanwhile, minutes at 5 million
-- (docs/operations.md).
alter table incidents add column sla_sort_at timestamptz(3)
  -- squawk-ignore adding-field-with-default
  generated always as (case when sla_halted_at is null then sla_breach_at end) stored;

-- sort=sla_breach_at, and the filters `sla=at_risk` and `sla=breached` of running clocks, which are few among all
-- incidents. The filters of a queue are carried along, so that a rare one is found in the index alone.
-- squawk-ignore require-concurrent-index-creation
create index incidents_by_sla on incidents (sla_sort_at, id)
  include (state, priority, category, assignment_group, assigned_to, sla_target_seconds, created_at)
  where deleted_at is null and sla_sort_at is not null;

-- sort=sla_breach_at: clocks that are paused or stopped come last; the newest incidents have others, and a page would pass
-- them all.
-- squawk-ignore require-concurrent-index-creation
create index incidents_halted on incidents (id) include (state) where deleted_at is null and sla_sort_at is null;

-- The same of open incidents, of which few are paused.
-- squawk-ignore require-concurrent-index-creation
create index incidents_paused on incidents (id)
  where deleted_at is null and sla_sort_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened');

-- sort=resolved_at: those without that time come last.
-- squawk-ignore require-concurrent-index-creation
create index incidents_unresolved on incidents (id) where deleted_at is null and resolved_at is null;

-- The default sort. It carries the time of resolution, so that rows that were resolved at another time are passed over in
-- the index alone: `resolved_after` and `resolved_before` in the order of creation.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_by_created_at;
-- squawk-ignore require-concurrent-index-creation
create index incidents_by_created_at on incidents (created_at, id) include (resolved_at) where deleted_at is null;

-- sort=updated_at and sort=priority of some states, which a queue asks for: rows of others are passed over in the index
-- alone.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_by_updated_at, incidents_by_priority;
-- squawk-ignore require-concurrent-index-creation
create index incidents_by_updated_at on incidents (updated_at, id) include (state) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index incidents_by_priority on incidents (priority, id) include (state) where deleted_at is null;

-- Replaced by those above, or of questions that no page asks.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_by_breach, incidents_stopped, incidents_breached, incidents_breached_on_hold, incidents_without_ci,
  incidents_by_resolve_class;
drop function resolve_class(interval);
