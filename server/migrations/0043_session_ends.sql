-- A login ends at a time that is known when it begins. The default is for logins from before this migration, and for
-- processes of the previous release.
alter table sessions add column ends_at timestamptz(3) not null default now() + interval '12 hours';
-- squawk-ignore require-concurrent-index-creation
create index sessions_by_end on sessions (ends_at);
-- squawk-ignore require-concurrent-index-deletion
drop index sessions_by_last_use;
