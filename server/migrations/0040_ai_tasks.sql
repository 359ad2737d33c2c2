-- Work of the AI on incidents that nobody waits for: a suggestion for a new one, a vector for a resolved one. Not jobs of
-- the queue: a storm of alerts makes thousands of them, and every look of the other queues would read past them all.
create table ai_tasks (
  kind text not null,
  incident_id text collate "C" not null,
  -- While a worker runs it, the time from which another may.
  due_at timestamptz not null,
  attempts smallint not null default 0,
  -- Grows when the incident changes again, so that the task stays although an earlier run of it ends.
  revision integer not null default 0,
  primary key (kind, incident_id)
);

create index ai_tasks_due on ai_tasks (kind, due_at);
