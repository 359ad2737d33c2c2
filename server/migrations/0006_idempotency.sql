-- Answers of writes that were sent with an Idempotency-Key, kept for a day to be given again.
create table idempotency_keys (
  -- SHA-256 of caller, method, path and key, in hexadecimal.
  id text primary key,
  -- SHA-256 of what was sent, so that another request under the same key is told apart.
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  -- One of the two: an answer with a secret is kept sealed.
  body bytea,
  sealed_body bytea check (num_nonnulls(body, sealed_body) = 1),
  created_at timestamptz(3) not null
);
create index idempotency_keys_by_created_at on idempotency_keys (created_at);
