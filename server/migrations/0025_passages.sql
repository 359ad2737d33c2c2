-- Passages of articles, for knowledge search by meaning and by words. Only a superuser may create the extension; where
-- the service has another role, it is created once before (docs/operations.md).
create extension if not exists vector;

-- Vectors of different models cannot be compared, so a new model gets its own rows beside those of the old one, until
-- every article has them.
create table passages (
  article_id text collate "C" not null,
  model text not null,
  -- Of the passage within its article, from 0.
  position integer not null,
  article_version integer not null,
  heading_path text[] not null,
  text text not null,
  -- Absent when the model was not available; the passage is then found by its words alone.
  embedding vector(384),
  -- Title, headings and text, in this order of weight.
  search tsvector not null,
  primary key (article_id, model, position)
);

create index passages_search on passages using gin (search);
-- With the defaults (16, 64) the index missed 9 of 100 nearest passages of 100,000; with these, 1.
create index passages_embedding on passages using hnsw (embedding vector_cosine_ops)
  with (m = 24, ef_construction = 128);
