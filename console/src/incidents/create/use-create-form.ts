// Suggestions follow the text of a new incident when its writer pauses.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createIncident,
  faultOf,
  type Incident,
  type IncidentCreate,
  mayUse,
  type Me,
  mergeInto,
  suggestQuery,
} from '../../api/index.ts';
import { useCreate } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { openSuggestions } from './create.draft.ts';

const SUGGEST_MS = 600;
/** Shorter texts are similar to everything. */
const MIN_SUGGEST = 8;

/** The form is sent with the leader that the new incident is added to. */
const LEADER = 'merged_into';

/** The incident is created in any case: a merge that fails is said, and can be made on its page. */
async function mergeCreated(leader: unknown, incident: Incident): Promise<Incident> {
  if (typeof leader !== 'string') return incident;
  try {
    return await mergeInto(incident.id, leader, incident.version);
  } catch (error) {
    const text = `${incident.id} was created but not added to ${leader}. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: 15_000 });
    return incident;
  }
}

export function useCreateForm(me: Me) {
  const [isChoosing, setChoosing] = useState(false);
  const form = useCreate({
    type: 'incident',
    me,
    notes: { type: 'incident', visibility: 'team' },
    check: () => (isChoosing ? 'Choose the requester first.' : undefined),
    create: async ({ [LEADER]: leader, ...body }, key) =>
      mergeCreated(leader, await createIncident(body as unknown as IncidentCreate, key)),
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
  const addTo = (leader: string) => form.send({ [LEADER]: leader });
  return { ...form, suggestions, setChoosing, addTo };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
