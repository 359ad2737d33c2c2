// Presence: shows others that this person has a record open, and this person who else has it open.
import { useEffect, useSyncExternalStore } from 'react';
import { mayUse, meQuery, type Presence, queryClient, sharePresence } from '../api/index.ts';
import { live } from './live.ts';
import { PresentPeople } from './present-people.ts';

/** Well within the 45 seconds for which an announcement is valid. */
const ANNOUNCE_MS = 20_000;
const PURGE_MS = 5000;
/** A newcomer is answered soon, but not by all at the same moment. */
const MAX_ANSWER_MS = 1000;

const people = new PresentPeople();

const me = () => queryClient.getQueryData(meQuery.queryKey);

/** Once, when the session has started. */
export function startPresence(): void {
  live.onPresence((presence) => {
    if (presence.actor !== me()?.email) people.announce(presence);
  });
  setInterval(() => people.purgeExpired(Date.now()), PURGE_MS);
}

/** The others who have the record open now. */
export const usePresent = (recordId: string): readonly Presence[] =>
  useSyncExternalStore(people.subscribe, () => people.of(recordId));

/** For as long as the page is shown and visible. */
export function useSharedPresence(
  type: Presence['record']['type'],
  id: string,
  mode: Presence['mode'],
): void {
  useEffect(() => {
    const self = me();
    if (!self || !mayUse(self, 'presence.share')) return undefined;
    const announce = () => {
      if (document.visibilityState === 'visible') void sharePresence({ type, id }, mode);
    };
    announce();
    const timer = setInterval(announce, ANNOUNCE_MS);
    document.addEventListener('visibilitychange', announce);
    let answer: ReturnType<typeof setTimeout> | undefined;
    const known = new Set(people.of(id).map(({ actor }) => actor));
    const stopListening = live.onPresence(({ record, actor }) => {
      if (record.id !== id || actor === self.email || known.has(actor)) return;
      known.add(actor);
      clearTimeout(answer);
      answer = setTimeout(announce, Math.random() * MAX_ANSWER_MS);
    });
    return () => {
      clearInterval(timer);
      clearTimeout(answer);
      stopListening();
      document.removeEventListener('visibilitychange', announce);
    };
  }, [type, id, mode]);
}
