-- One vector for each text. Alerts repeat their text thousands of times, and an index of nearest neighbours that holds
-- thousands of equal vectors no longer reaches every other one. No release had incident_embeddings before.
create table symptom_embeddings (
  model text not null,
  text_hash text not null,
  embedding vector(384) not null,
  primary key (model, text_hash)
);

insert into symptom_embeddings
  select distinct on (model, text_hash) model, text_hash, embedding from incident_embeddings
  order by model, text_hash;

create index symptom_embeddings_nearest on symptom_embeddings using hnsw (embedding vector_cosine_ops);

-- The incidents with a text, newest first.
-- squawk-ignore require-concurrent-index-creation
create index incident_embeddings_text on incident_embeddings (model, text_hash, incident_id);

alter table incident_embeddings
  -- squawk-ignore ban-drop-column
  drop column embedding,
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add foreign key (model, text_hash) references symptom_embeddings;
