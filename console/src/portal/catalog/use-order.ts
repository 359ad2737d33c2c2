// The form of an item: what was typed, what is wrong with it, and how it is sent.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, useSyncExternalStore } from 'react';
import {
  answersToSend,
  connection,
  faultOf,
  faultsInResponse,
  inputFaultsOf,
  type Me,
  offerQuery,
  type OrderableItem,
  queryClient,
  recordQuery,
  sendOrder,
} from '../../api/index.ts';
import { focusQuestion, useShownFaults } from '../../forms/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { emptyOrder, type OrderDraft, orderDrafts } from './order.draft.ts';

const newId = (): string => crypto.randomUUID();
const none: ReadonlyMap<string, string> = new Map();

const without = (faults: ReadonlyMap<string, string>, key: string) =>
  new Map([...faults].filter(([other]) => other !== key));

const FOR = '/requested_for';

export function useOrder(item: OrderableItem, me: Me) {
  const navigate = useNavigate();
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const id = useId();
  const [drafts] = useState(() => orderDrafts(me, item.id));
  const [draft, setDraft] = useState(() => drafts.read() ?? emptyOrder(newId()));
  // Refusals of the service stay at their fields until these are changed.
  const [refused, setRefused] = useState(none);
  const shown = useShownFaults(item.form, draft.values);
  const sending = useMutation({
    mutationFn: ({ id: key, values, requestedFor }: OrderDraft) =>
      sendOrder(
        {
          item_id: item.id,
          answers: answersToSend(item.form, values),
          ...(requestedFor.trim() !== '' && { requested_for: requestedFor.trim() }),
        },
        key,
      ),
    onSuccess: (request) => {
      drafts.write(undefined);
      toast('Your request was sent.');
      queryClient.setQueryData(recordQuery({ type: 'request', id: request.id }).queryKey, request);
      void navigate({ to: '/requests/$id', params: { id: request.id }, replace: true });
    },
    onError: (error) => {
      const faults = faultsInResponse(inputFaultsOf(error));
      setRefused(faults);
      // The item may have another form by now.
      void queryClient.invalidateQueries({ queryKey: offerQuery(item.id).queryKey });
      const [first] = faults.keys();
      if (first !== undefined) focusQuestion(id, first);
    },
  });

  const change = (part: Partial<Omit<OrderDraft, 'id'>>) => {
    // An edited order is another request, which needs another key once the first was sent.
    const next = { ...draft, ...part, id: sending.isError ? newId() : draft.id };
    if (sending.isError) sending.reset();
    setDraft(next);
    drafts.write(next);
  };

  const others = new Map(
    [...inputFaultsOf(sending.error)].filter(([pointer]) => !pointer.startsWith('/answers/')),
  );
  const isAnswered = others.size === 0 && refused.size > 0;
  let unavailable: string | undefined;
  if (sending.isPending) unavailable = 'It is being sent.';
  if (!isOnline) unavailable = 'You are offline. Your answers are kept.';

  return {
    id,
    draft,
    unavailable,
    isPending: sending.isPending,
    /** A fault that has no place at a field. */
    fault:
      sending.error && !isAnswered && !(others.size === 1 && others.has(FOR))
        ? faultText(faultOf(sending.error))
        : undefined,
    forFault: others.get(FOR),
    faults: new Map([...shown.faults, ...refused]),
    isSent: shown.isSent,
    leave: shown.leave,
    setValue: (key: string, value: unknown) => {
      setRefused(without(refused, key));
      change({ values: { ...draft.values, [key]: value } });
    },
    setRequestedFor: (requestedFor: string) => change({ requestedFor }),
    send: () => {
      if (unavailable !== undefined) return;
      const first = shown.showAll();
      if (first === undefined) sending.mutate(draft);
      else focusQuestion(id, first);
    },
    discard: () => {
      drafts.write(undefined);
      setDraft(emptyOrder(newId()));
      setRefused(none);
      shown.reset();
      sending.reset();
    },
  };
}
