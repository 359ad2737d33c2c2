// Presence: shows others that this person has a record open, and this person who else has it open.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { mayUse, meQuery, type Presence, queryClient, sharePresence } from '../api/index.ts';
import { live } from './live.ts';
import { ANNOUNCE_MS, PresenceAnswers } from './presence-answers.ts';
import { PresentPeople } from './present-people.ts';

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
  const current = useRef(mode);
  const announceNow = useRef<() => void>(undefined);
  // Before the other effect: the first announcement is that of the page.
  useEffect(() => {
    current.current = mode;
    announceNow.current?.();
  }, [mode]);
  useEffect(() => {
    const self = me();
    if (!self || !mayUse(self, 'presence.share')) return undefined;
    const answers = new PresenceAnswers();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let answer: ReturnType<typeof setTimeout> | undefined;
    const announce = () => {
      clearTimeout(timer);
      clearTimeout(answer);
      answer = undefined;
      timer = setTimeout(announce, ANNOUNCE_MS);
      if (document.visibilityState !== 'visible') return;
      answers.announced(Date.now());
      void sharePresence({ type, id }, current.current);
    };
    announce();
    announceNow.current = announce;
    document.addEventListener('visibilitychange', announce);
    const stopListening = live.onPresence(({ record, actor }) => {
      if (record.id !== id || actor === self.email) return;
      if (answers.hear(actor, Date.now()))
        answer ??= setTimeout(announce, Math.random() * MAX_ANSWER_MS);
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(answer);
      announceNow.current = undefined;
      stopListening();
      document.removeEventListener('visibilitychange', announce);
    };
  }, [type, id]);
}
