-- Approvers find the requests that name them, and those that name somebody in whose place they stand.
-- migrate: expands
-- migrate: concurrently
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
drop index concurrently if exists service_requests_of_approvers;
create index concurrently if not exists service_requests_of_approvers on service_requests using gin (approvers)
  where approvers is not null;
drop index concurrently if exists users_by_delegate;
create index concurrently if not exists users_by_delegate on users (lower(delegate))
  where delegate is not null;
