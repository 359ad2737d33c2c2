-- The embedding of a question alone. The signature, which was a part of the vector, is compared as the column that it
-- already is. No release had ai_cache before, so no process needs the longer vectors; cached responses are dropped with
-- them. `ai_cache_similar` serves the lookup of a similar question as it did.
truncate ai_cache;
-- squawk-ignore changing-column-type
alter table ai_cache alter column embedding type vector(384);
