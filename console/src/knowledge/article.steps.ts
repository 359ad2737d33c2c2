// The steps in the life of an article that its reader can take now, with the reasons against the others.
import type { Article } from '../api/index.ts';

export type StepId = 'review' | 'publish' | 'publishRevision' | 'discard' | 'retire' | 'draft';

export interface Step {
  id: StepId;
  label: string;
  /** What happens, asked before it is done. */
  question?: string;
  isPrimary?: boolean;
}

interface Rights {
  mayWrite: boolean;
  mayPublish: boolean;
}

const steps: Record<StepId, Omit<Step, 'id'>> = {
  review: { label: 'Submit for review', isPrimary: true },
  publish: { label: 'Publish', isPrimary: true },
  publishRevision: { label: 'Publish the revision', isPrimary: true },
  discard: {
    label: 'Discard the revision',
    question: 'The revision is lost; the published text stays as it is.',
  },
  retire: {
    label: 'Retire',
    question:
      'Readers and answers no longer find the article. A pending revision is lost. It can become a draft again.',
  },
  draft: { label: 'Make it a draft again', isPrimary: true },
};

/** In the order of use. */
export function stepsOf(
  { pending_revision, allowed_transitions }: Article,
  { mayWrite, mayPublish }: Rights,
): Step[] {
  const can = (state: string) => (allowed_transitions as string[]).includes(state);
  const ids: StepId[] = [
    ...(can('review') ? (['review'] as const) : []),
    ...(can('published') ? (['publish'] as const) : []),
    ...(pending_revision && mayPublish ? (['publishRevision'] as const) : []),
    ...(pending_revision && mayWrite ? (['discard'] as const) : []),
    ...(can('draft') ? (['draft'] as const) : []),
    ...(can('retired') ? (['retire'] as const) : []),
  ];
  return ids.map((id) => ({ id, ...steps[id] }));
}

/** Why the next step is not offered to this reader; undefined if it is, or there is none. */
export function waitsFor(
  { state, pending_revision }: Article,
  { mayPublish }: Rights,
): string | undefined {
  if (mayPublish) return undefined;
  if (state === 'review') return 'Waits for a manager to publish it.';
  return pending_revision ? 'The revision waits for a manager to publish it.' : undefined;
}

/** The fields of the text that a pending revision changes. */
export const textFields = ['title', 'summary', 'category', 'tags', 'language'] as const;

export const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  summary: 'Summary',
  body: 'Text',
  category: 'Category',
  tags: 'Tags',
  language: 'Language',
};
