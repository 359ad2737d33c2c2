// The text of an article: its versioned fields, and a revision of them that waits to be published.
import { isDeepStrictEqual } from 'node:util';

export interface ArticleText {
  title: string;
  summary: string | null;
  body: string;
  category: string | null;
  tags: string[];
  language: string;
}

export const textFields = [
  'title',
  'summary',
  'body',
  'category',
  'tags',
  'language',
] as const satisfies (keyof ArticleText)[];

/** Fields that differ from the published text, with the last editor. */
export interface PendingRevision extends Partial<ArticleText> {
  by: string;
  at: string;
}

/** The comment with which a reviewer sent the draft or the pending revision back. */
export interface SentBack {
  by: string;
  at: string;
  comment: string;
}

const pickText = (source: Partial<ArticleText>): Partial<ArticleText> =>
  Object.fromEntries(
    textFields.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]),
  );

export const textOf = (source: ArticleText): ArticleText => pickText(source) as ArticleText;

const differing = (text: ArticleText, fields: Partial<ArticleText>): Partial<ArticleText> =>
  Object.fromEntries(
    Object.entries(pickText(fields)).filter(
      ([name, value]) => !isDeepStrictEqual(value, text[name as keyof ArticleText]),
    ),
  );

export const isSameText = (before: ArticleText, after: ArticleText): boolean =>
  isDeepStrictEqual(textOf(before), textOf(after));

/** A field with its published value leaves the revision; a revision without fields is none. */
export function revise(
  published: ArticleText,
  pending: PendingRevision | null,
  fields: Partial<ArticleText>,
  editor: Pick<PendingRevision, 'by' | 'at'>,
): PendingRevision | null {
  const remaining = differing(published, { ...pending, ...fields });
  if (Object.keys(remaining).length === 0) return null;
  if (pending && isDeepStrictEqual(remaining, pickText(pending))) return pending;
  return { ...remaining, ...editor };
}

/** The text with the pending revision applied. */
export const revised = (published: ArticleText, pending: PendingRevision): ArticleText => ({
  ...textOf(published),
  ...pickText(pending),
});
