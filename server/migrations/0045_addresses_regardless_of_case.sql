-- Addresses of people are stored as given and compared regardless of case, so each index by person begins with
-- lower(column). Where pages are counted in the index alone, it has the column too: PostgreSQL does not see that the
-- expression suffices. The previous release compares the column itself and reads without these indexes until it is
-- replaced.
-- squawk-ignore require-concurrent-index-deletion
drop index incidents_of_opener, incidents_of_assignee, changes_of_assignee, changes_of_requester,
  service_requests_of_requester, service_requests_of_requested_for, cis_of_owner, articles_of_author,
  entries_by_actor, notifications_of_recipient, notifications_unread, sign_in_events_by_actor, views_of_owner;
-- squawk-ignore require-concurrent-index-creation
create index incidents_of_opener on incidents (lower(opened_by), state, created_at, id)
  include (opened_by, priority, updated_at, category, assignment_group, assigned_to) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index incidents_of_assignee on incidents (lower(assigned_to), state, created_at, id)
  include (assigned_to, priority, updated_at, category, assignment_group) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index changes_of_assignee on changes (lower(assigned_to), created_at, id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index changes_of_requester on changes (lower(requested_by), created_at, id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index service_requests_of_requester on service_requests (lower(requested_by), created_at, id)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index service_requests_of_requested_for on service_requests (lower(requested_for), created_at, id)
  where deleted_at is null and requested_for is not null;
-- squawk-ignore require-concurrent-index-creation
create index cis_of_owner on cis (lower(owner), created_at, id) include (owner, updated_at);
-- squawk-ignore require-concurrent-index-creation
create index articles_of_author on articles (lower(author), created_at, id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index entries_by_actor on entries (lower(actor), at, id);
-- squawk-ignore require-concurrent-index-creation
create index notifications_of_recipient on notifications (lower(recipient), created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index notifications_unread on notifications (lower(recipient)) where read_at is null;
-- squawk-ignore require-concurrent-index-creation
create index notification_preferences_of_recipient on notification_preferences (lower(recipient));
-- squawk-ignore require-concurrent-index-creation
create index sign_in_events_by_actor on sign_in_events (lower(actor), at, id) where actor is not null;
-- squawk-ignore require-concurrent-index-creation
create index views_of_owner on views (lower(owner)) where deleted_at is null;

-- Totals are kept by the address as given, because the previous release folds too, and added up regardless of case.
-- squawk-ignore require-concurrent-index-creation
create index incident_totals_of_person on incident_totals (dimension, lower(value))
  where dimension in ('assigned_to', 'opened_by');
