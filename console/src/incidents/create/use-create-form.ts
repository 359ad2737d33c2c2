// Suggestions follow the text of a new incident when its writer pauses.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createIncident,
  type IncidentCreate,
  incidentQuery,
  mayUse,
  type Me,
  queryClient,
  suggestQuery,
} from '../../api/index.ts';
import { useCreate } from '../../records/index.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { openSuggestions } from './create.draft.ts';

const SUGGEST_MS = 600;
/** Shorter texts are similar to everything. */
const MIN_SUGGEST = 8;

export function useCreateForm(me: Me) {
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const form = useCreate({
    type: 'incident',
    me,
    notes: { type: 'incident', visibility: 'team' },
    check: () => (isChoosing ? 'Choose the requester first.' : undefined),
    create: (body, key) => createIncident(body as unknown as IncidentCreate, key),
    onCreated: (incident) => {
      queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident);
      // The form is replaced in the history, so that going back skips it.
      void navigate({ to: '/incidents/$id', params: { id: incident.id }, replace: true });
    },
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
