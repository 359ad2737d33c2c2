-- The newest backup of each kind is recorded by the job that takes it, so that its age can be measured.
-- migrate: expands
create table backups (
  kind text collate "C" primary key,
  finished_at timestamptz(3) not null
);
