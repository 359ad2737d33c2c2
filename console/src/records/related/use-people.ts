// The participants of a record are read and replaced as one list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  faultOf,
  type Participant,
  participantsQuery,
  partsKeyOf,
  type LinkedRef,
  replaceParticipants,
  setWatching,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';

export const isSamePart = (one: Participant, other: Participant): boolean =>
  one.kind === other.kind && one.email === other.email;

export function usePeople(ref: LinkedRef) {
  const cache = useQueryClient();
  const { data, error } = useQuery(participantsQuery(ref));
  // The list has the version of the record, and the timeline an entry about it.
  const reload = () => cache.invalidateQueries({ queryKey: partsKeyOf(ref) });
  const replace = async (participants: readonly Participant[]) => {
    const sent = participants
      .filter(({ kind }) => kind !== 'requester')
      .map(({ email, kind, source }) => ({ email, kind, source }));
    try {
      await replaceParticipants(ref, sent, data?.version ?? 0);
    } finally {
      await reload();
    }
  };
  const watch = async (isWatching: boolean) => {
    await setWatching(ref, isWatching);
    await reload();
  };
  return { data, error, replace, watch };
}

/** Runs a change that has no form to show a fault in. */
export function attempt(what: string, change: Promise<void>): void {
  change.catch((error: unknown) =>
    toast(`${what} ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 }),
  );
}
