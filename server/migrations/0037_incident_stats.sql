-- Stats: how many incidents were created, resolved and breached on each day and in each week, with a histogram of the
-- time to resolve. As with totals, a write appends deltas, which a worker folds.

-- Bucket b > 0 has 1.1^(b - 1) up to 1.1^b seconds, so its middle is at most 4.8 % away; bucket 0 is below a second.
create function seconds_bucket(seconds double precision) returns smallint
language sql immutable parallel safe as $$
  select case when seconds < 1 then 0 else 1 + floor(ln(seconds) / ln(1.1::float8)) end::smallint
$$;

-- A histogram is pairs of bucket and count, in the order of the buckets; null if it is empty.
create function add_histograms(one integer[], other integer[]) returns integer[]
language sql immutable parallel safe as $$
  select array_agg(array[bucket, n] order by bucket) from (
    select pairs[i][1] as bucket, sum(pairs[i][2])::integer as n
    from (select one || other as pairs) as both_of, generate_subscripts(pairs, 1) as i group by 1) as summed
$$;

create table incident_stat_deltas (
  id bigint generated always as identity primary key,
  day date not null,
  event text not null check (event in ('created', 'resolved', 'breached')),
  priority text not null,
  assignment_group text,
  category text,
  -- of the time to resolve, if the event is resolved
  bucket smallint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

create table incident_stats (
  -- interval and columns, such as day:category; the value of these columns is next
  dimension text collate "C" not null,
  value text collate "C" not null,
  -- the first day of the interval
  day date not null,
  created integer not null,
  resolved integer not null,
  breached integer not null,
  resolve_seconds integer[],
  primary key (dimension, value, day)
) with (fillfactor = 80);

-- With the values that the incident had at the event. A row that is inserted with its history counts as each of its
-- events.
create function count_incident_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category)
    values ((new.created_at at time zone 'UTC')::date, 'created', new.priority, new.assignment_group, new.category);
  end if;
  if (tg_op = 'INSERT' and new.resolved_at is not null)
    or (tg_op = 'UPDATE' and new.state = 'resolved' and old.state <> 'resolved')
  then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category, bucket)
    values ((coalesce(new.resolved_at, new.updated_at) at time zone 'UTC')::date, 'resolved', new.priority,
      new.assignment_group, new.category,
      seconds_bucket(extract(epoch from coalesce(new.resolved_at, new.updated_at) - new.created_at)));
  end if;
  if new.sla_breached_at is not null and (tg_op = 'INSERT' or new.sla_breached_at is distinct from old.sla_breached_at)
  then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category)
    values ((new.sla_breached_at at time zone 'UTC')::date, 'breached', new.priority, new.assignment_group, new.category);
  end if;
  return null;
end $$;

create trigger incident_events_counted_on_insert after insert on incidents
  for each row execute function count_incident_events();
create trigger incident_events_counted_on_update after update on incidents
  for each row when (
    (new.state = 'resolved' and old.state <> 'resolved')
    or (new.sla_breached_at is not null and new.sla_breached_at is distinct from old.sla_breached_at))
  execute function count_incident_events();

-- Counts all incidents anew by their current values: once as created, as resolved at their last resolution, as breached
-- at their last breach. For those from before this migration, and after a load with triggers disabled.
create function fill_incident_stats() returns void
language plpgsql set work_mem = '256MB' as $fill$
declare
  slot record;
begin
  lock table incidents in share row exclusive mode;
  delete from incident_stat_deltas;
  delete from incident_stats;
  create temporary table facts on commit drop as
    select day, priority, assignment_group collate "C" as assignment_group, category collate "C" as category, bucket,
      sum(created)::integer as created, sum(resolved)::integer as resolved, sum(breached)::integer as breached
    from incidents cross join lateral (values
      ((created_at at time zone 'UTC')::date, null::smallint, 1, 0, 0),
      ((resolved_at at time zone 'UTC')::date, seconds_bucket(extract(epoch from resolved_at - created_at)), 0, 1, 0),
      ((sla_breached_at at time zone 'UTC')::date, null, 0, 0, 1)
    ) as happened (day, bucket, created, resolved, breached)
    where day is not null
    group by 1, 2, 3, 4, 5;
  analyze facts;
  -- One statement per dimension: all at once sorted 64 million rows for 5 million incidents.
  for slot in
    select intervals.name || ':' || columns.name as dimension, value, first_day
    from (values ('day', 'day'), ('week', 'day - (extract(isodow from day)::integer - 1)')) as intervals (name, first_day),
      (values
        ('', ''''''),
        ('priority', 'priority'),
        ('assignment_group', 'assignment_group'),
        ('category', 'category'),
        ('priority,assignment_group', 'length(priority) || '':'' || priority || assignment_group'),
        ('priority,category', 'length(priority) || '':'' || priority || category'),
        ('assignment_group,category', 'length(assignment_group) || '':'' || assignment_group || category'),
        ('priority,assignment_group,category',
          'length(priority) || '':'' || priority || length(assignment_group) || '':'' || assignment_group || category')
      ) as columns (name, value)
  loop
    execute format(
      'insert into incident_stats (dimension, value, day, created, resolved, breached, resolve_seconds)
       select %1$L, value, first_day, sum(created), sum(resolved), sum(breached),
         array_agg(array[bucket, resolved] order by bucket) filter (where bucket is not null)
       from (
         select (%2$s) collate "C" as value, %3$s as first_day, bucket::integer, sum(created)::integer as created,
           sum(resolved)::integer as resolved, sum(breached)::integer as breached
         from facts group by 1, 2, 3) as of_bucket
       where value is not null group by 2, 3', slot.dimension, slot.value, slot.first_day);
  end loop;
end $fill$;

-- No incident can be written meanwhile: 8 s for 50,000 incidents and minutes for 5 million, for which an operator chooses
-- the time (docs/operations.md).
do $$
begin
  if (select count(*) from (select from incidents limit 200001) as counted) <= 200000 then
    perform fill_incident_stats();
  end if;
end $$;

-- Incidents by the time from creation to resolution, in classes: those of a class that were resolved about some time were
-- also created about some time, so that a list in the order of creation begins there (platform/lists/pages/lags.ts).
create function resolve_class(took interval) returns smallint
language sql immutable parallel safe as $$
  select width_bucket(took, array[interval '1 day', interval '4 days', interval '16 days', interval '64 days'])::smallint
$$;

-- squawk-ignore require-concurrent-index-creation
create index incidents_by_resolve_class on incidents (resolve_class(resolved_at - created_at), created_at, id)
  include (resolved_at, state, priority, assignment_group) where deleted_at is null and resolved_at is not null;

-- Stopped clocks come last in the order of the breach, by id; the newest incidents are open, and a page would pass them all.
-- squawk-ignore require-concurrent-index-creation
create index incidents_stopped on incidents (id) include (state)
  where deleted_at is null and state in ('resolved', 'closed', 'cancelled');

-- Among the incidents on hold, and among all that were halted after their breach, these are few.
-- squawk-ignore require-concurrent-index-creation
create index incidents_breached_on_hold on incidents (created_at, id)
  where deleted_at is null and sla_halted_at >= sla_breach_at and state = 'on_hold';
