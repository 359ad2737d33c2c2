import Type, { type Static } from 'typebox';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf, instant, listEnvelope } from '../platform/http/output/pagination.ts';
import { resource } from '../records/index.ts';
import { states } from './articles.states.ts';

const MAX_BODY = 65_536;
const MAX_TAGS = 20;

export const ArticleId = idText('Article ids', {
  pattern: '^KB[0-9A-Z]{7}$',
  example: 'KB0000017',
  description: 'Assigned by the service: KB and seven characters.',
});

const languageTag = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';
const tag = Type.String({ maxLength: 50, pattern: '\\S' });

/** An edit of one of these fields creates a version. */
export const textSchemas = {
  title: Type.String({ maxLength: 255, pattern: '\\S', description: 'One line.' }),
  summary: nullable(
    Type.String({ maxLength: 1000, description: 'A few sentences to show in lists.' }),
  ),
  body: Type.String({ maxLength: MAX_BODY, pattern: '\\S', description: 'Markdown.' }),
  category: nullable(Type.String({ maxLength: 255 })),
  tags: Type.Array(tag, {
    maxItems: MAX_TAGS,
    description: 'An update replaces all of them.',
  }),
  language: Type.String({
    maxLength: 35,
    pattern: languageTag,
    description: 'BCP 47 tag, such as en or pt-BR. Defaults to en.',
  }),
};

const text = {
  title: 'Reset your VPN password',
  summary: 'For all who use the VPN and cannot sign in.',
  body: '# Reset\n\n1. Open https://vpn.example.com/reset.\n2. Sign in with your badge.',
  category: 'Network',
  tags: ['vpn', 'password'],
  language: 'en',
};

const pendingExample = {
  title: 'Reset the password of the VPN',
  by: 'ben@example.com',
  at: '2026-11-15T10:12:00.000Z',
};

export const example = {
  id: 'KB0000017',
  ...text,
  state: 'published',
  author: 'ada@example.com',
  pending_revision: true,
  pending: pendingExample,
  sent_back: null,
  helpful_count: 12,
  helpful: true,
  view_count: 340,
  citation_count: 21,
  allowed_transitions: ['retired'],
  created_at: '2026-11-12T09:30:00.000Z',
  updated_at: '2026-11-15T10:12:00.000Z',
  version: 4,
};

const Pending = object(
  {
    ...Type.Partial(Type.Object(textSchemas)).properties,
    by: Type.String({ description: 'E-mail address of the last editor.' }),
    at: Type.String({ format: 'date-time' }),
  },
  {
    description:
      'The fields of a revision that nobody has published yet, with their new values; null if there is none. Not shown to requesters.',
  },
);

const comment = Type.String({
  maxLength: 4000,
  pattern: '\\S',
  description: 'Tells the author what to change.',
});

const SentBack = object(
  {
    by: Type.String({ description: 'E-mail address of the reviewer.' }),
    at: Type.String({ format: 'date-time' }),
    comment,
  },
  {
    description:
      'The comment with which a reviewer sent the draft or the pending revision back; null if it was not sent back, or was submitted again since. Not shown to requesters.',
  },
);

export const SendBack = object(
  { comment },
  {
    title: 'ArticleSendBack',
    examples: [{ comment: 'Please add a step for people without a badge.' }],
  },
);
export type SendBack = Static<typeof SendBack>;

const counted = 'Does not change the version.';

const schemas = resource({
  title: 'Article',
  id: ArticleId,
  required: { title: textSchemas.title, body: textSchemas.body },
  optional: {
    tags: textSchemas.tags,
    language: textSchemas.language,
    state: oneOf(states, { description: 'A new article is a draft.' }),
  },
  nullable: { summary: textSchemas.summary, category: textSchemas.category },
  readOnly: {
    author: Type.String({ description: 'E-mail address of the user who created it.' }),
    pending_revision: Type.Boolean({
      description: 'True if a revision of the published text waits to be published.',
    }),
    pending: Type.Optional(nullable(Pending)),
    sent_back: Type.Optional(nullable(SentBack)),
    helpful_count: Type.Integer({ description: `People who found it helpful. ${counted}` }),
    helpful: nullable(
      Type.Boolean({
        description: `Your vote: whether it helped you; null if you have not voted. ${counted}`,
      }),
    ),
    view_count: Type.Integer({
      description: `GET requests for the published article, counted with a delay of some seconds. ${counted}`,
    }),
    citation_count: Type.Integer({
      description: `Answers of the AI endpoints that cited it, counted with a delay of some seconds. ${counted}`,
    }),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States to which you can move the article now.',
    }),
  },
  summary: [
    'title',
    'summary',
    'category',
    'tags',
    'language',
    'state',
    'author',
    'pending_revision',
    'helpful_count',
    'view_count',
    'citation_count',
    'created_at',
    'updated_at',
  ],
  create: { state: Type.Optional(oneOf(['draft'])) },
  update: { state: Type.Optional(oneOf(states)) },
  examples: {
    full: example,
    create: text,
    update: { summary: 'For everybody who uses the VPN.' },
  },
});

export const Article = schemas.Full;
export type Article = Static<typeof Article>;
export const ArticleCreate = schemas.Create;
export type ArticleCreate = Static<typeof ArticleCreate>;
export const ArticleUpdate = schemas.Update;
export type ArticleUpdate = Static<typeof ArticleUpdate>;
export const ArticleDeleted = schemas.Deleted;

const Highlight = object(
  {
    field: oneOf(['title', 'summary', 'body']),
    parts: Type.Array(
      object({
        text: Type.String(),
        match: Type.Boolean({ description: 'Whether the text is a word of the query.' }),
      }),
      { description: 'Plain text in pieces; joined, they are the fragment.' },
    ),
  },
  { title: 'ArticleHighlight' },
);

const ArticleSummary = object(
  {
    ...schemas.Summary.properties,
    score: Type.Optional(
      Type.Number({
        description:
          'With `q`: from 0 to 1, highest for the best match. Above 0.5, the article has all words of the query, or its identifiers, such as an error code.',
      }),
    ),
    highlights: Type.Optional(
      Type.Array(Highlight, { description: 'With `q`: at most four fragments.' }),
    ),
  },
  { title: 'ArticleSummary' },
);

export const ArticleList = object(
  {
    ...listEnvelope(ArticleSummary, 'ArticleList', { total: true }).properties,
    degraded: Type.Optional(
      Type.Literal(true, {
        description:
          'With `q`: the search matched words only, because embeddings are not available at the moment.',
      }),
    ),
  },
  { title: 'ArticleList' },
);

export const Vote = object(
  { helpful: Type.Boolean() },
  { title: 'ArticleVote', examples: [{ helpful: true }] },
);
export type Vote = Static<typeof Vote>;

export const VoteResult = object(
  {
    article_id: ArticleId,
    helpful: Type.Boolean({ description: 'Your vote.' }),
    helpful_count: Type.Integer({ description: 'People who found the article helpful.' }),
  },
  {
    title: 'ArticleVoteResult',
    examples: [{ article_id: example.id, helpful: true, helpful_count: 13 }],
  },
);

const name = Type.String({ minLength: 1, maxLength: 255 });

export const articleFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Search by words in id, title, summary, category, tags and body, and by meaning in published articles. Articles with all words come first; then those with similar words, with some of the words, or of similar meaning. "…" is a phrase, `or` an alternative, - excludes a word; a query with a phrase or an excluded word finds only articles that match it. The best match is first unless `sort` is given. At most the 1,000 best matches are listed.',
    }),
  ),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  category: Type.Optional(anyOf(name, 'Category.')),
  tag: Type.Optional(anyOf(name, 'Tag.')),
  language: Type.Optional(anyOf(name, 'Language.')),
  author: Type.Optional(anyOf(name, 'E-mail address of the author.')),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(
    instant(
      'Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request.',
    ),
  ),
};
