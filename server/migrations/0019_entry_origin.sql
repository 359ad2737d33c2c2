-- Where a change of access came from.
-- migrate: expands
alter table entries add column origin jsonb;
