-- A duplicate names its leader: a merged incident whose trouble is worked on in another one.
-- migrate: expands
alter table incidents add column merged_into text collate "C";
