// The text of an article consists of its versioned fields; a pending revision of them waits to be published.
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

/** Only fields that differ from the published text are present. */
export interface PendingRevision extends Partial<ArticleText> {
  by: string;
  at: string;
}

/** A reviewer sent the draft or the pending revision back with this comment. */
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

const pickChanged = (text: ArticleText, fields: Partial<ArticleText>): Partial<ArticleText> =>
  Object.fromEntries(
    Object.entries(pickText(fields)).filter(
      ([name, value]) => !isDeepStrictEqual(value, text[name as keyof ArticleText]),
    ),
  );

export const isSameText = (before: ArticleText, after: ArticleText): boolean =>
  isDeepStrictEqual(textOf(before), textOf(after));

/** Drops fields that have their published value again; returns null if no field is left. */
export function revise(
  published: ArticleText,
  pending: PendingRevision | null,
  fields: Partial<ArticleText>,
  editor: Pick<PendingRevision, 'by' | 'at'>,
): PendingRevision | null {
  const remaining = pickChanged(published, { ...pending, ...fields });
  if (Object.keys(remaining).length === 0) return null;
  if (pending && isDeepStrictEqual(remaining, pickText(pending))) return pending;
  return { ...remaining, ...editor };
}

export const applyRevision = (published: ArticleText, pending: PendingRevision): ArticleText => ({
  ...textOf(published),
  ...pickText(pending),
});
