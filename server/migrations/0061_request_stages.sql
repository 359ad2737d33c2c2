-- Service requests can be orders of catalog items, with answers and stages of approval.
-- migrate: expands
alter table service_requests
  add column item_id text collate "C",
  add column item_version integer,
  add column answers jsonb,
  add column stages jsonb,
  add column approvers text[];
