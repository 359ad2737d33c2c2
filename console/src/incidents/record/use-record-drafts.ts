// The drafts of one record: its note, its description, and the text of a transition.
import { useMemo } from 'react';
import type { Visibility } from '../../api/index.ts';
import { draftsOf } from '../../session/index.ts';

export interface NoteDraft {
  body: string;
  visibility: Visibility;
}

interface TextDraft {
  text: string;
}

const isBlank = (text: string): boolean => text.trim() === '';

export function useRecordDrafts(id: string, user: string) {
  return useMemo(() => {
    const text = (name: string) =>
      draftsOf<TextDraft>(sessionStorage, user, id, name, (draft) => isBlank(draft.text));
    return {
      note: draftsOf<NoteDraft>(sessionStorage, user, id, 'note', ({ body }) => isBlank(body)),
      description: text('description'),
      transition: text('transition'),
    };
  }, [id, user]);
}

export type RecordDrafts = ReturnType<typeof useRecordDrafts>;
