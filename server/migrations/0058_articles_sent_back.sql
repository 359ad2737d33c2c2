-- A reviewer sends an article, or its pending revision, back with a comment. Expand only: the previous release leaves the
-- column as it is.
alter table articles add column sent_back jsonb;
