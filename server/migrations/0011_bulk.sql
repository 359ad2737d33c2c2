-- Jobs of many records. A job's row is its own queue: whoever holds its lock does the row after the last one done.
create table bulk_jobs (
  id text collate "C" primary key default 'job_' || replace(uuidv7()::text, '-', ''),
  type text not null,
  operation text not null,
  dry_run boolean not null,
  -- subject of the token, by which turns are taken and unfinished jobs counted
  caller text collate "C" not null,
  -- who asked, with the roles of that moment
  actor jsonb not null,
  request_id text not null,
  records jsonb not null,
  -- of an update by ids: what becomes of each
  fields jsonb,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  total integer not null,
  -- how many rows have ended; the next row has this index
  processed integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3)
)
-- Three counts change with each row: room for that on the page, so that no index is touched.
with (fillfactor = 70);

create index bulk_jobs_unfinished on bulk_jobs (caller, id) where finished_at is null;
create index bulk_jobs_of_caller on bulk_jobs (caller, created_at, id);
create index bulk_jobs_by_created_at on bulk_jobs (created_at, id);
create index bulk_jobs_expired on bulk_jobs (expires_at) where expires_at is not null;

-- What became of each row, written in the transaction of its effect.
create table bulk_results (
  job_id text collate "C" not null references bulk_jobs on delete cascade,
  index integer not null,
  record_id text collate "C",
  status text not null check (status in ('succeeded', 'failed', 'skipped')),
  error jsonb,
  primary key (job_id, index)
);
