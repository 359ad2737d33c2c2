// Recomputes every row of the totals from the incidents.
export const COUNTED_TOTALS = `
  select dimension, value, day, state, priority, sum(n)::bigint as n
  from (
      select (created_at at time zone 'UTC')::date as created_on, state, priority, category,
        assignment_group, assigned_to, opened_by, count(*) as n
      from incidents where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7
    ) as grouped
    cross join lateral (values
      ('all', '', created_on), ('all', '', '-infinity'),
      ('category', category, created_on), ('category', category, '-infinity'),
      ('assignment_group', assignment_group, created_on), ('assignment_group', assignment_group, '-infinity'),
      ('assigned_to', assigned_to, '-infinity'), ('opened_by', opened_by, '-infinity')
    ) as slot (dimension, value, day)
  where value is not null
  group by dimension, value, day, state, priority`;

export const COUNTED_REQUESTER_TOTALS = `
  select 'other_requester' as dimension, other_requester as value, date '-infinity' as day, state, priority, count(*) as n
  from incidents where deleted_at is null and other_requester is not null group by 2, 4, 5`;
