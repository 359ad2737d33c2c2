-- Access that ended with the deactivation of a user does not return when the user is activated again.
-- migrate: expands
alter table users
  -- Logins and API keys from before this moment are refused.
  add column access_ended_at timestamptz(3);

alter table bulk_jobs
  -- Null unless the job was cancelled.
  add column cancel_reason text;
