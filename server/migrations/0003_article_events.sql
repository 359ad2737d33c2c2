-- Articles have events as other records do, which are numbered within the record.
-- migrate: expands
alter table articles add column event_sequence integer not null default 0;
