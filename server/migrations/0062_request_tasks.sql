-- The work on an approved service request is divided into tasks, some of which begin after others.
-- migrate: expands
create sequence request_task_number;

create table request_tasks (
  id text collate "C" primary key default record_id('TSK', nextval('request_task_number')),
  request_id text collate "C" not null,
  name text not null,
  assignment_group text,
  assigned_to text,
  -- Ids of tasks of the same service request.
  depends_on text[] collate "C" not null,
  state text not null check (state in ('open', 'in_progress', 'done', 'skipped')),
  due_at timestamptz(3),
  version integer not null default 1,
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index request_tasks_by_created_at on request_tasks (created_at, id);
create index request_tasks_by_updated_at on request_tasks (updated_at, id);
create index request_tasks_of_request on request_tasks (request_id, created_at, id);
create index request_tasks_of_assignee on request_tasks (lower(assigned_to), created_at, id)
  where assigned_to is not null;
create index request_tasks_of_group on request_tasks (assignment_group, created_at, id)
  where assignment_group is not null;
create index request_tasks_of_state on request_tasks (state, created_at, id);
