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
  -- interval and columns, such as day:category; its value in the next column
  dimension text not null,
  value text not null,
  -- the first day of the interval
  day date not null,
  priority text not null,
  created integer not null,
  resolved integer not null,
  breached integer not null,
  resolve_seconds integer[],
  primary key (dimension, value, day, priority)
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

-- Counts the incidents that no trigger has counted, by their current values: once as created, as resolved at their last
-- resolution, as breached at their last breach. Requires that the stats are empty. For this migration, and for a load
-- with triggers disabled.
create function fill_incident_stats() returns void
language sql set work_mem = '256MB' as $$
  insert into incident_stats
    (dimension, value, day, priority, created, resolved, breached, resolve_seconds)
  with facts as (
    select (created_at at time zone 'UTC')::date as day, priority, assignment_group, category,
      null::smallint as bucket, 1 as created, 0 as resolved, 0 as breached from incidents
    union all
    select (resolved_at at time zone 'UTC')::date, priority, assignment_group, category,
      seconds_bucket(extract(epoch from resolved_at - created_at)), 0, 1, 0
    from incidents where resolved_at is not null
    union all
    select (sla_breached_at at time zone 'UTC')::date, priority, assignment_group, category, null, 0, 0, 1
    from incidents where sla_breached_at is not null
  ), summed as materialized (
    select day, priority, assignment_group, category, bucket,
      sum(created) as created, sum(resolved) as resolved, sum(breached) as breached
    from facts group by 1, 2, 3, 4, 5
  ), spread as (
    select dimension, value, slot.day, priority, bucket,
      sum(created) as created, sum(resolved) as resolved, sum(breached) as breached
    from summed cross join lateral (values
      ('day:', '', day),
      ('day:assignment_group', assignment_group, day),
      ('day:category', category, day),
      ('day:assignment_group,category', length(assignment_group) || ':' || assignment_group || category, day),
      ('week:', '', day - (extract(isodow from day)::integer - 1)),
      ('week:assignment_group', assignment_group, day - (extract(isodow from day)::integer - 1)),
      ('week:category', category, day - (extract(isodow from day)::integer - 1)),
      ('week:assignment_group,category', length(assignment_group) || ':' || assignment_group || category,
        day - (extract(isodow from day)::integer - 1))
    ) as slot (dimension, value, day)
    where value is not null
    group by 1, 2, 3, 4, 5
  )
  select dimension, value, day, priority, sum(created), sum(resolved), sum(breached),
    array_agg(array[bucket, resolved::integer] order by bucket) filter (where bucket is not null)
  from spread group by 1, 2, 3, 4
$$;

select fill_incident_stats();
