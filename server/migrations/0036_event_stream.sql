-- The event stream follows commits: an event is sent once its transaction, and every one with a lower id, has ended. Rows
-- of earlier releases have no xid and are not streamed. The default applies to the previous release too, which does not
-- name the column.
alter table events add column xid xid8;
alter table events alter column xid set default pg_current_xact_id();
-- squawk-ignore require-concurrent-index-creation
create index events_by_xid on events (xid, position) where xid is not null;

-- One row about the log as a whole.
create table event_log (
  only_row boolean primary key default true check (only_row),
  -- identifies the cluster and its timeline: after a restore or a failover, transaction ids are not comparable
  epoch text not null default '',
  -- events up to this position belong to an earlier epoch
  base_position bigint not null default 0,
  -- the highest xid that retention has dropped
  dropped_xid xid8 not null default '0'
);
insert into event_log default values;
