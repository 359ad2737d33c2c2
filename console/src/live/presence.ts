// Shows others that this person has a record open, and shows this person who else has it open.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { mayUse, meQuery, type Presence, queryClient, sharePresence } from '../api/index.ts';
import { live } from './live.ts';
import { ANNOUNCE_MS, PresenceReplies } from './presence-replies.ts';
import { PresentPeople } from './present-people.ts';

const PURGE_MS = 5000;
/** A newcomer gets replies soon, but not all at the same moment. */
const MAX_REPLY_MS = 1000;

const people = new PresentPeople();

const me = () => queryClient.getQueryData(meQuery.queryKey);

/** Must be called once, when the session has started. */
export function startPresence(): void {
  live.onPresence((presence) => {
    if (presence.actor !== me()?.email) people.announce(presence);
  });
  setInterval(() => people.purgeExpired(Date.now()), PURGE_MS);
}

/** Returns the other people who have the record open now. */
export const usePresent = (recordId: string): readonly Presence[] =>
  useSyncExternalStore(people.subscribe, () => people.of(recordId));

/** Announces this person for as long as the page is shown and visible. */
export function useSharedPresence(
  type: Presence['record']['type'],
  id: string,
  mode: Presence['mode'],
): void {
  const current = useRef(mode);
  const announceNow = useRef<() => void>(undefined);
  // This effect runs before the next one, which makes the first announcement.
  useEffect(() => {
    current.current = mode;
    announceNow.current?.();
  }, [mode]);
  useEffect(() => {
    const self = me();
    if (!self || !mayUse(self, 'presence.share')) return undefined;
    const replies = new PresenceReplies();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reply: ReturnType<typeof setTimeout> | undefined;
    const announce = () => {
      clearTimeout(timer);
      clearTimeout(reply);
      reply = undefined;
      timer = setTimeout(announce, ANNOUNCE_MS);
      if (document.visibilityState !== 'visible') return;
      replies.noteOwn(Date.now());
      void sharePresence({ type, id }, current.current);
    };
    announce();
    announceNow.current = announce;
    document.addEventListener('visibilitychange', announce);
    const stopListening = live.onPresence(({ record, actor }) => {
      if (record.id !== id || actor === self.email) return;
      if (replies.hear(actor, Date.now()))
        reply ??= setTimeout(announce, Math.random() * MAX_REPLY_MS);
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(reply);
      announceNow.current = undefined;
      stopListening();
      document.removeEventListener('visibilitychange', announce);
    };
  }, [type, id]);
}
