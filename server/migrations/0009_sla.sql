-- What the clock of an incident has told in its period, and when it has something to tell next.

alter table incidents
  -- when the warning and the breach of this period were told; a period that begins beyond one that the
  -- period before had told keeps the mark
  add column sla_warned_at timestamptz(3),
  add column sla_breached_at timestamptz(3),
  -- null while nothing can fall due: the clock stands, all is told, or the record is deleted
  add column sla_next_due_at timestamptz(3);

-- What was passed before anybody watched is not told late.
update incidents
set sla_warned_at = case when until >= warning_at then now() end,
  sla_breached_at = case when until >= sla_breach_at then now() end,
  sla_next_due_at = case
    when sla_halted_at is not null or deleted_at is not null then null
    when until < warning_at then warning_at
    when until < sla_breach_at then sla_breach_at
  end
from (
  select id as of_id, coalesce(sla_halted_at, now()) as until,
    sla_breach_at - sla_target_seconds * interval '0.25 seconds' as warning_at
  from incidents
) as clock
where id = of_id and state not in ('closed', 'cancelled');

-- Open incidents that have something to tell: some thousands, whatever the size of the table.
-- In the transaction of the migration, so not concurrently: reading five million rows for it took 3 s.
-- squawk-ignore require-concurrent-index-creation
create index incidents_sla_due on incidents (sla_next_due_at) where sla_next_due_at is not null;
