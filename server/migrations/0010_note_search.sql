-- Work notes are searched by their words.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists work_notes_search;
create index concurrently if not exists work_notes_search on work_notes using gin (to_tsvector('english', body));
