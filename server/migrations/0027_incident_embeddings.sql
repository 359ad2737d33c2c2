-- Vectors of resolved incidents, by which similar cases are found. An incident that is reopened or deleted has none.
create table incident_embeddings (
  incident_id text collate "C" not null,
  model text not null,
  -- Of the text that was embedded, so that an update of other fields embeds nothing.
  text_hash text not null,
  embedding vector(384) not null,
  primary key (incident_id, model)
);

create index incident_embeddings_nearest on incident_embeddings using hnsw (embedding vector_cosine_ops);
