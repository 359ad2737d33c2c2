-- The event log has an identity of its own, so that a failover keeps it and a restore can change it.
-- migrate: expands
alter table event_log
  -- Ids on the stream begin with it. It is random.
  add column identity text not null default '',
  -- Identities are counted.
  add column generation integer not null default 1,
  -- Transaction ids are those of the cluster with this system identifier.
  add column cluster text not null default '',
  -- Events of this identity belong to this transaction or to later ones.
  add column base_xid xid8 not null default '0',
  -- No event that retention has dropped is after `dropped_xid` and this position.
  add column dropped_position bigint not null default 0,
  -- The database seems to be restored, and nobody has run the command that follows a restore.
  add column restore_suspected_at timestamptz(3),
  add column restore_evidence jsonb;

-- Ids that clients hold stay valid. A previous release goes on with `epoch`, which it derives from the cluster and its
-- timeline; a process begins a new identity where `cluster` is another.
update event_log set
  identity = case epoch when '' then left(md5(gen_random_uuid()::text), 8) else epoch end,
  cluster = case when epoch in ('', own_epoch) then own_cluster else '' end,
  dropped_position = case dropped_xid when '0'::xid8 then 0 else 999999999999999 end
from (
  select system_identifier::text as own_cluster,
    left(md5(system_identifier::text), 6) || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 7, 2) as own_epoch
  from pg_control_system()) as own;
