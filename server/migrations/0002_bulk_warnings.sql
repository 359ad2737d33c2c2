-- The result of a row of a bulk job has the warnings that the request for it alone would have returned.
-- migrate: expands
alter table bulk_results add column warnings jsonb;
