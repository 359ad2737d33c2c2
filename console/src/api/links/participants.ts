// The participants of a record are its requester, the people in copy and its watchers.
import { queryOptions } from '@tanstack/react-query';
import type { ParticipantSent, Participants } from '@signalbox/sdk';
import { partsKeyOf } from '../records.ts';
import { linked, type LinkedRef } from './links.ts';

export type { Participants } from '@signalbox/sdk';
export type Participant = Participants['participants'][number];

export const participantsQuery = (ref: LinkedRef) =>
  queryOptions({
    queryKey: [...partsKeyOf(ref), 'participants'],
    queryFn: ({ signal }): Promise<Participants> =>
      linked[ref.type].getParticipants(ref.id, { signal }),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

/** Replaces the list as it was read: a list that has changed since is refused, not overwritten. */
export const replaceParticipants = (
  { type, id }: LinkedRef,
  participants: ParticipantSent[],
  version: number,
): Promise<Participants> =>
  linked[type].replaceParticipants(id, { participants }, { ifMatch: version });

export const setWatching = ({ type, id }: LinkedRef, isWatching: boolean): Promise<unknown> =>
  isWatching ? linked[type].watch(id) : linked[type].unwatch(id);
