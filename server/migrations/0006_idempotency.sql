-- Answers of writes that were sent with an Idempotency-Key, kept for a day to be given again.
create table idempotency_keys (
  -- SHA-256 of caller, method, path and key.
  id bytea primary key,
  -- SHA-256 of what was sent, so that another request under the same key is told apart.
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body bytea not null,
  -- Whether the body holds a secret and is encrypted.
  sealed boolean not null,
  created_at timestamptz(3) not null
);
create index idempotency_keys_by_created_at on idempotency_keys (created_at);
