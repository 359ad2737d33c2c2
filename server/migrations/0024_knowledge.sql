-- Knowledge articles, their versions, votes and counts.

-- Finds misspelt words. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

create sequence article_number;

-- array_to_string is not immutable for every type of element; for text it is.
create function joined_tags(tags text[]) returns text
  language sql immutable parallel safe
  return array_to_string(tags, ' ');

create table articles (
  id text collate "C" primary key default record_id('KB', nextval('article_number')),
  title text not null,
  summary text,
  body text not null,
  category text,
  tags text[] not null,
  language text not null,
  state text not null check (state in ('draft', 'review', 'published', 'retired')),
  author text not null,
  -- fields that an editor changed and nobody has published yet
  pending jsonb,
  pending_revision boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', id || ' ' || title), 'A')
    || setweight(to_tsvector('english',
      coalesce(summary, '') || ' ' || coalesce(category, '') || ' ' || joined_tags(tags)), 'B')
    || setweight(to_tsvector('english', body), 'D')) stored
);
create index articles_search on articles using gin (search) where deleted_at is null;
create index articles_by_created_at on articles (created_at, id) where deleted_at is null;
create index articles_by_updated_at on articles (updated_at, id) where deleted_at is null;
create index articles_of_state on articles (state, created_at, id) where deleted_at is null;
create index articles_of_category on articles (category, created_at, id) where deleted_at is null;
create index articles_of_language on articles (language, created_at, id) where deleted_at is null;
create index articles_of_author on articles (author, created_at, id) where deleted_at is null;
create index articles_of_tag on articles using gin (tags) where deleted_at is null;

-- The words of titles and summaries, each once, to find the spelling of a misspelt word by trigrams. A comparison with
-- the texts themselves would read most of them. No word is removed: one that no article has any more finds nothing.
create table article_words (
  word text collate "C" primary key
);
create index article_words_similar on article_words using gin (word gin_trgm_ops);

-- In the order of the words, so that two writers of the same new words wait for each other and do not deadlock.
create function add_article_words() returns trigger
language plpgsql as $$
begin
  insert into article_words (word)
  select distinct lower(part[1]) from written,
    regexp_matches(title || ' ' || coalesce(summary, ''), '[[:alnum:]]{4,}', 'g') as part
  where length(part[1]) <= 40
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger articles_words_of_new after insert on articles
  referencing new table as written for each statement execute function add_article_words();
create trigger articles_words_of_changed after update on articles
  referencing new table as written for each statement execute function add_article_words();

-- The text of an article after each change of it. `version` is that of the article; a change of state adds none.
create table article_versions (
  id uuid primary key default uuidv7(),
  article_id text collate "C" not null references articles (id),
  version integer not null,
  title text not null,
  summary text,
  body text not null,
  category text,
  tags text[] not null,
  language text not null,
  edited_by text not null,
  created_at timestamptz(3) not null,
  unique (article_id, version)
);
create index article_versions_of_article on article_versions (article_id, created_at, id);

-- One vote per person, who is the subject of a token. No foreign key: its check would wait for an update of the article.
create table article_votes (
  article_id text collate "C" not null,
  voter text not null,
  helpful boolean not null,
  voted_at timestamptz(3) not null,
  primary key (article_id, voter)
);

-- Apart from the article, so that a view or a vote locks no article and changes no version.
create table article_counts (
  article_id text collate "C" primary key references articles (id),
  view_count bigint not null default 0,
  helpful_count integer not null default 0,
  vote_count integer not null default 0
) with (fillfactor = 50);
