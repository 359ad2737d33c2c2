// The text of an article consists of its versioned fields; a pending revision of them waits to be published.
import { type PendingRevision as PendingRevisionOf, revisable } from '../records/index.ts';

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

export type PendingRevision = PendingRevisionOf<ArticleText>;

/** A reviewer sent the draft or the pending revision back with this comment. */
export interface SentBack {
  by: string;
  at: string;
  comment: string;
}

export const {
  contentOf: textOf,
  isSameContent: isSameText,
  revise,
  applyRevision,
} = revisable<ArticleText>(textFields);
