-- Counts the unread notifications of a person, which every page of their list shows.
-- squawk-ignore require-concurrent-index-creation
create index notifications_unread on notifications (recipient) where read_at is null;
