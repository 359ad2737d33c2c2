// A record has drafts of its note, its long texts, and the text of a transition.
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

export function recordDrafts(id: string, user: string) {
  const text = (name: string) =>
    draftsOf<TextDraft>(sessionStorage, user, id, name, (draft) => isBlank(draft.text));
  return {
    note: draftsOf<NoteDraft>(sessionStorage, user, id, 'note', ({ body }) => isBlank(body)),
    transition: text('transition'),
    text,
  };
}

export type RecordDrafts = ReturnType<typeof recordDrafts>;

export const useRecordDrafts = (id: string, user: string): RecordDrafts =>
  useMemo(() => recordDrafts(id, user), [id, user]);
