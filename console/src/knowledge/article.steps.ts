// An article offers the steps that its reader can take now.
import type { Article } from '../api/index.ts';

export type StepId =
  | 'review'
  | 'publish'
  | 'publishRevision'
  | 'sendBack'
  | 'discard'
  | 'draft'
  | 'retire';

interface Rights {
  mayWrite: boolean;
  mayPublish: boolean;
}

export const stepLabels: Readonly<Record<StepId, string>> = {
  review: 'Submit for review',
  publish: 'Publish',
  publishRevision: 'Publish the revision',
  sendBack: 'Send back',
  discard: 'Discard the revision',
  draft: 'Return to draft',
  retire: 'Retire',
};

/** These steps are sent after some seconds, because they lose a text or hide it from readers. */
export const delayedSteps: ReadonlySet<StepId> = new Set(['discard', 'retire']);

/** These steps lead on to readers; the others end or discard something. */
export const nextSteps: ReadonlySet<StepId> = new Set(['review', 'publish', 'publishRevision']);

export const stepQuestions: Readonly<Partial<Record<StepId, string>>> = {
  sendBack: 'What should the author change?',
};

/** The most frequent step comes first. */
export function stepsOf(
  { state, pending_revision, sent_back, allowed_transitions }: Article,
  { mayWrite, mayPublish }: Rights,
): StepId[] {
  const can = (next: string): boolean => (allowed_transitions as string[]).includes(next);
  const offered: [id: StepId, isOffered: boolean][] = [
    ['review', can('review')],
    ['publish', can('published')],
    ['publishRevision', pending_revision && mayPublish],
    ['sendBack', mayPublish && (state === 'review' || (pending_revision && !sent_back))],
    ['discard', pending_revision && mayWrite],
    ['draft', can('draft')],
    ['retire', can('retired')],
  ];
  return offered.filter(([, isOffered]) => isOffered).map(([id]) => id);
}

/** Returns why the next step is not offered to this reader; undefined if it is, or there is none. */
export function waitsFor(
  { state, pending_revision, sent_back }: Article,
  { mayWrite, mayPublish }: Rights,
): string | undefined {
  if (!mayWrite || mayPublish) return undefined;
  if (state === 'review') return 'Waiting for a manager to publish it.';
  if (sent_back) return 'Sent back: edit the article so that it can be reviewed again.';
  return pending_revision ? 'The revision is waiting for a manager to publish it.' : undefined;
}

/** A pending revision can change these fields besides the body. */
export const textFields = ['title', 'summary', 'category', 'tags', 'language'] as const;

export const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  summary: 'Summary',
  body: 'Text',
  category: 'Category',
  tags: 'Tags',
  language: 'Language',
};
