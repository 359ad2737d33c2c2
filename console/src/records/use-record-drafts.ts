// A record has drafts of its note, its long texts, and the text of a transition; notes that are being sent are kept too.
import { useMemo } from 'react';
import type { Visibility } from '../api/index.ts';
import { draftsOf } from './drafts.ts';
import type { StoredNotes } from './timeline/outgoing-notes.ts';

export interface NoteDraft {
  body: string;
  visibility: Visibility;
  toDuplicates?: boolean;
}

interface TextDraft {
  text: string;
}

interface StepDraft extends TextDraft {
  /** The text is not to be sent as a public note. */
  isWithoutNote?: boolean;
  /** Records that follow are not to take the step. */
  isWithoutLinked?: boolean;
}

const isBlank = (text: string): boolean => text.trim() === '';

export function recordDrafts(id: string, user: string) {
  const text = (name: string) =>
    draftsOf<TextDraft>(sessionStorage, user, id, name, (draft) => isBlank(draft.text));
  return {
    note: draftsOf<NoteDraft>(sessionStorage, user, id, 'note', ({ body }) => isBlank(body)),
    outgoing: draftsOf<StoredNotes>(
      sessionStorage,
      user,
      id,
      'outgoing',
      ({ notes }) => notes.length === 0,
    ),
    transition: draftsOf<StepDraft>(sessionStorage, user, id, 'transition', (draft) =>
      isBlank(draft.text),
    ),
    text,
  };
}

export type RecordDrafts = ReturnType<typeof recordDrafts>;

export const useRecordDrafts = (id: string, user: string): RecordDrafts =>
  useMemo(() => recordDrafts(id, user), [id, user]);
