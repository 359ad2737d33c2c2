-- Responses of the AI endpoints, found by an equal or a very similar question. A cache: not logged, lost in a crash.
create unlogged table ai_cache (
  id uuid primary key default uuidv7(),
  -- Hash of endpoint, model, parameters, version of the context record, and what the caller may read.
  scope text not null,
  -- Hash of the normalised question.
  question text not null,
  -- Hash of the words that must be the same; null where only an equal question is a hit.
  signature text,
  -- Of the question, joined with a component drawn from the signature.
  embedding vector(448),
  response jsonb not null,
  -- The records that it cites, with their versions: the response is valid as long as they are unchanged.
  sources jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (scope, question)
);

-- Few responses share a signature, so that their vectors are compared one by one: an insert into an index of vectors
-- took more than all of these comparisons.
create index ai_cache_similar on ai_cache (scope, signature) where embedding is not null;
create index ai_cache_expired on ai_cache (expires_at);
