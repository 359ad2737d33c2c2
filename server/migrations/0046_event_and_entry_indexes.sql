-- Pages of the event log by type, and of the audit trail by kind: without them, a page of a rare one reads the whole log.
-- squawk-ignore require-concurrent-index-creation
create index events_of_type on events (type, occurred_at, id);
-- squawk-ignore require-concurrent-index-creation
create index entries_of_kind on entries (kind, at, id);

-- The events of a requester begin at the own records, deleted ones too; the indexes of the lists have the others.
-- squawk-ignore require-concurrent-index-creation
create index incidents_deleted_of_opener on incidents (lower(opened_by)) where deleted_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index service_requests_deleted_of_requester on service_requests (lower(requested_by)) where deleted_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index service_requests_deleted_of_requested_for on service_requests (lower(requested_for)) where deleted_at is not null;
