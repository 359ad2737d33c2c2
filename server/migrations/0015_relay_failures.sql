-- Events that the relay could not turn into deliveries, set aside so that the others go on. An event that is set aside
-- is marked as relayed, so that every release of the relay skips it; `admin retry-events` takes the mark away again.
create table relay_failures (
  event_id uuid primary key,
  error text not null,
  failed_at timestamptz(3) not null
);
