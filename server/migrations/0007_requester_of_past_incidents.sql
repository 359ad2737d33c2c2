-- Incidents that a person opened before the column existed get that person as requester, unless an inbound event made them.
-- A requester that somebody has cleared meanwhile stays cleared.
-- migrate: expands
-- migrate: in batches
with batch as (
  select id from incidents
  where id > (select last_id from requester_backfill) order by id limit $1
), filled as (
  update incidents set requester = opened_by
  where id in (select id from batch) and requester is null
    and exists (select from users where lower(users.email) = lower(incidents.opened_by))
    and not exists (
      select from entries
      where entries.record_id = incidents.id
        and ((entries.kind = 'incident.created' and entries.via is not null) or entries.changes ? 'requester'))
)
update requester_backfill set last_id = (select max(id) from batch)
where exists (select from batch);
