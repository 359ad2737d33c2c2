-- Jobs of many records, and what people are told.

-- A job row is its own queue: whoever holds its lock does the row after the last one done.
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

-- Mail that waits to be sent. The row is what must not be lost; a job only says when to try.
create table mails (
  id text collate "C" primary key default 'mail_' || replace(uuidv7()::text, '-', ''),
  type text not null,
  -- whom it is addressed to, and who of them has not been served yet
  recipients text[] not null,
  pending text[] not null,
  letter jsonb not null,
  -- what it is about
  record_type text not null,
  record_id text collate "C" not null,
  record_version integer not null,
  request_id text not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index mails_ended on mails (ended_at) where ended_at is not null;

-- Which mails a person wants; what is absent is wanted.
create table notification_preferences (
  recipient text primary key,
  email jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null
);
