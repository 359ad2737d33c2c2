// Suggestions follow the text of a new incident when its writer pauses.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createIncident,
  type IncidentCreate,
  mayUse,
  type Me,
  suggestQuery,
} from '../../api/index.ts';
import { useCreate } from '../../records/index.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { openSuggestions } from './create.draft.ts';

const SUGGEST_MS = 600;
/** Shorter texts are similar to everything. */
const MIN_SUGGEST = 8;

export function useCreateForm(me: Me) {
  const [isChoosing, setChoosing] = useState(false);
  const form = useCreate({
    type: 'incident',
    me,
    notes: { type: 'incident', visibility: 'team' },
    check: () => (isChoosing ? 'Choose the requester first.' : undefined),
    create: (body, key) => createIncident(body as unknown as IncidentCreate, key),
  });
  const { title, description, fields } = form.draft;
  const text = useDebounced(`${title}\n${description}`.trim(), SUGGEST_MS);
  const { data } = useQuery({
    ...suggestQuery(text),
    enabled: text.length >= MIN_SUGGEST && mayUse(me, 'ai.use'),
    placeholderData: keepPreviousData,
  });
  const suggestions = openSuggestions(text.length >= MIN_SUGGEST ? data : undefined, fields);
  /** A typed name is not sent before it is a person. */
  return { ...form, suggestions, setChoosing };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
