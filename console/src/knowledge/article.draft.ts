// The text of an article while it is edited: what is kept of it, and what is sent.
import type { Article, ArticleCreate, ArticleUpdate } from '../api/index.ts';

export interface ArticleText {
  title: string;
  summary: string;
  body: string;
  category: string;
  /** Separated by commas. */
  tags: string;
  language: string;
}

export interface ArticleDraft extends ArticleText {
  /** The Idempotency-Key of a new article; of an edit, nothing depends on it. */
  id: string;
  /** The version that the edit began with; absent for a new article. */
  version?: number;
}

export const emptyText: ArticleText = {
  title: '',
  summary: '',
  body: '',
  category: '',
  tags: '',
  language: 'en',
};

/** The text that an edit begins with: the pending revision, where there is one. */
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

const given = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** All fields of the text, as the service stores them. */
export const bodyOf = (text: ArticleText): Required<Pick<ArticleCreate, keyof ArticleText>> => ({
  title: text.title.trim(),
  summary: given(text.summary),
  body: text.body,
  category: given(text.category),
  tags: tagsOf(text.tags),
  language: given(text.language) ?? emptyText.language,
});

/** The fields that differ; empty if there is nothing to save. */
export function patchOf(before: ArticleText, after: ArticleText): ArticleUpdate {
  const [old, next] = [bodyOf(before), bodyOf(after)];
  const changed = Object.entries(next).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old]),
  );
  return Object.fromEntries(changed);
}

export const isEmpty = ({ title, body, summary }: ArticleText): boolean =>
  [title, body, summary].every((text) => text.trim() === '');

/** Why it cannot be saved now. */
export function missingIn({ title, body }: ArticleText): string | undefined {
  if (title.trim() === '') return 'Write a title first.';
  return body.trim() === '' ? 'Write the text first.' : undefined;
}
