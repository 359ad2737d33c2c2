// The state of the form: its draft in the storage of the tab, suggestions for its text, and sending.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import {
  connection,
  createIncident,
  incidentQuery,
  mayUse,
  type Me,
  queryClient,
  suggestQuery,
} from '../../api/index.ts';
import { toast } from '../../ui/toast.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { draftsOf } from '../../records/index.ts';
import {
  bodyOf,
  type CreateDraft,
  type CreateField,
  edited,
  emptyDraft,
  isBlank,
  openSuggestions,
  withField,
} from './create.draft.ts';

const SUGGEST_MS = 600;
/** Shorter texts resemble everything. */
const MIN_SUGGEST = 8;

const newId = (): string => crypto.randomUUID();

export function useCreateForm(me: Me) {
  const navigate = useNavigate();
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [drafts] = useState(() =>
    draftsOf<CreateDraft>(sessionStorage, me.email, 'new', 'incident', isBlank),
  );
  const [draft, setDraft] = useState<CreateDraft>(() => drafts.read() ?? emptyDraft(newId()));
  const text = useDebounced(`${draft.title}\n${draft.description}`.trim(), SUGGEST_MS);
  const { data: suggestions } = useQuery({
    ...suggestQuery(text),
    enabled: text.length >= MIN_SUGGEST && mayUse(me, 'ai.use'),
    placeholderData: keepPreviousData,
  });
  const creation = useMutation({
    mutationFn: () => createIncident(bodyOf(draft), draft.id),
    onSuccess: (incident) => {
      drafts.write(undefined);
      queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident);
      toast(`${incident.id} is created.`);
      // Replaced, so that the way back leads past the empty form.
      void navigate({ to: '/incidents/$id', params: { id: incident.id }, replace: true });
    },
  });

  const change = (part: Partial<Omit<CreateDraft, 'id'>>) => {
    const next = edited(draft, part, creation.isError, newId);
    if (creation.isError) creation.reset();
    setDraft(next);
    drafts.write(next);
  };

  let unavailable: string | undefined;
  if (draft.title.trim() === '') unavailable = 'Write a title first.';
  if (creation.isPending) unavailable = 'It is being created.';
  if (!isOnline) unavailable = 'You are offline. The draft is kept.';

  return {
    draft,
    unavailable,
    error: creation.error,
    isPending: creation.isPending,
    suggestions: openSuggestions(
      text.length >= MIN_SUGGEST ? suggestions : undefined,
      draft.fields,
    ),
    change,
    setField: (field: CreateField, value: string | null) =>
      change({ fields: withField(draft.fields, field, value ?? '') }),
    send: () => {
      if (unavailable === undefined) creation.mutate();
    },
    discard: () => {
      drafts.write(undefined);
      setDraft(emptyDraft(newId()));
      creation.reset();
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
