-- Tasks are about records of any type, so that articles are indexed as incidents are. The queue of jobs then has short jobs
-- only, and no mail waits behind an article.
-- squawk-ignore renaming-table
alter table ai_tasks rename to tasks;
-- squawk-ignore renaming-column
alter table tasks rename column incident_id to record_id;
alter table tasks rename constraint ai_tasks_kind_not_null to tasks_kind_not_null;
alter table tasks rename constraint ai_tasks_incident_id_not_null to tasks_record_id_not_null;
alter table tasks rename constraint ai_tasks_due_at_not_null to tasks_due_at_not_null;
alter table tasks rename constraint ai_tasks_attempts_not_null to tasks_attempts_not_null;
alter table tasks rename constraint ai_tasks_revision_not_null to tasks_revision_not_null;
alter index ai_tasks_due rename to tasks_due;
alter index ai_tasks_pkey rename to tasks_pkey;

-- Processes that started before this migration add and take tasks by the old name.
create view ai_tasks as
select kind, record_id as incident_id, due_at, attempts, revision from tasks;
