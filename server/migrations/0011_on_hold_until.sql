-- An incident on hold may return to work by itself at this time.
-- migrate: expands
alter table incidents add column on_hold_until timestamptz(3);
