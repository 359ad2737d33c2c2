// An edit of an article sends only the fields that differ.
import type { Article, ArticleCreate, ArticleUpdate } from '../api/index.ts';

export interface ArticleText {
  title: string;
  summary: string;
  body: string;
  category: string;
  /** Tags are separated by commas. */
  tags: string;
  language: string;
}

export interface ArticleDraft extends ArticleText {
  /** The id is the Idempotency-Key of a new article; an edit does not use it. */
  id: string;
  /** The edit began with this version; a new article has none. */
  version?: number;
  /** That version was saved at this time. */
  savedAt?: string;
}

export const emptyText: ArticleText = {
  title: '',
  summary: '',
  body: '',
  category: '',
  tags: '',
  language: 'en',
};

/** Returns the text that an edit begins with: the pending revision, where there is one. */
export function textOf(article: Article): ArticleText {
  const { title, summary, body, category, tags, language } = { ...article, ...article.pending };
  return {
    title,
    summary: summary ?? '',
    body,
    category: category ?? '',
    tags: tags.join(', '),
    language,
  };
}

const tagsOf = (tags: string): string[] => [
  ...new Set(
    tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Returns all fields of the text, as the service stores them. */
export const bodyOf = (text: ArticleText): Required<Pick<ArticleCreate, keyof ArticleText>> => ({
  title: text.title.trim(),
  summary: textOrNull(text.summary),
  body: text.body,
  category: textOrNull(text.category),
  tags: tagsOf(text.tags),
  language: textOrNull(text.language) ?? emptyText.language,
});

/** Returns the fields that differ; empty if there is nothing to save. */
export function patchOf(before: ArticleText, after: ArticleText): ArticleUpdate {
  const [old, next] = [bodyOf(before), bodyOf(after)];
  const changed = Object.entries(next).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old]),
  );
  return Object.fromEntries(changed);
}

export const isEmpty = ({ title, body, summary }: ArticleText): boolean =>
  [title, body, summary].every((text) => text.trim() === '');

/** Returns why the text cannot be saved now; undefined if it can. */
export function missingIn({ title, body }: ArticleText): string | undefined {
  if (title.trim() === '') return 'Write a title first.';
  return body.trim() === '' ? 'Write the text first.' : undefined;
}
