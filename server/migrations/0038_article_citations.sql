-- Answers that cited an article, counted like its views.
alter table article_counts add column citation_count bigint not null default 0;
