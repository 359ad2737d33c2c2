-- Work notes are searched by their words.
-- migrate: expands
-- migrate: concurrently
drop index concurrently if exists work_notes_search;
create index concurrently work_notes_search on work_notes using gin (to_tsvector('english', body));
