-- Lists of a person's own requests are planned by how many there are, which PostgreSQL does not learn from a partial index.
-- migrate: expands
create statistics if not exists service_requests_requesters on (lower(requested_by)) from service_requests;
create statistics if not exists service_requests_recipients on (lower(requested_for)) from service_requests;
analyze service_requests;
