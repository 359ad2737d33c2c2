// The drafts of one record: its note, its long texts, and the text of a transition.
import { useMemo } from 'react';
import type { Visibility } from '../api/index.ts';
import { draftsOf } from './drafts.ts';

export interface NoteDraft {
  body: string;
  visibility: Visibility;
}

interface TextDraft {
  text: string;
}

const isBlank = (text: string): boolean => text.trim() === '';

function recordDrafts(id: string, user: string) {
  const text = (name: string) =>
    draftsOf<TextDraft>(sessionStorage, user, id, name, (draft) => isBlank(draft.text));
  return {
    note: draftsOf<NoteDraft>(sessionStorage, user, id, 'note', ({ body }) => isBlank(body)),
    transition: text('transition'),
    /** By the name of its field. */
    text,
  };
}

export type RecordDrafts = ReturnType<typeof recordDrafts>;

export const useRecordDrafts = (id: string, user: string): RecordDrafts =>
  useMemo(() => recordDrafts(id, user), [id, user]);
