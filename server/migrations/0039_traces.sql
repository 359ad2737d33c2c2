-- The trace that caused an event (W3C Trace Context), so that a delivery attempt continues it. Null if there is none, and
-- for events of the previous release, which does not name the column.
alter table events add column traceparent text;
