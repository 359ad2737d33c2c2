// Keys and buttons decide about the message in the drawer, or about the active row. The next message that waits follows.
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import { type MailDecision, type Message, messageQuery } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { REPLACED, useIsReplaced } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import { attach, decide } from './decide.ts';
import { mailCommands } from './mail.keys.ts';
import { mailList } from './mail.list.ts';
import { notAllowedTexts } from './mail.words.ts';

/** A message is attached to the record that somebody names. */
export type Decision = MailDecision | 'attach';

export function useDecisions(
  search: ListSearch,
  grid: RefObject<GridHandle | null>,
  open: (id: string) => void,
) {
  const list = mailList.of(mailList.queryOf(search));
  useSyncExternalStore(list.subscribe, list.version);
  const isReplaced = useIsReplaced(mailList.queryOf);
  const [attached, setAttached] = useState<Message>();
  const peeked = search['peek'];
  const { data: read } = useQuery({ ...messageQuery(peeked ?? ''), enabled: peeked !== undefined });
  const message = peeked === undefined ? list.rows.at(list.activeIndex) : read;

  const show = (id: string): void => {
    const index = list.rows.indexOf(id);
    if (index !== undefined) {
      list.activate(index);
      grid.current?.scrollTo(index);
    }
    if (peeked !== undefined) open(id);
  };
  /** The next message below that allows the decision follows, else the nearest above; the last one stays. */
  const showNext = (id: string, decision: Decision): void => {
    const from = list.rows.indexOf(id) ?? list.activeIndex;
    const below = Array.from({ length: list.rows.length - from - 1 }, (_, at) => from + 1 + at);
    const above = Array.from({ length: from }, (_, at) => from - 1 - at);
    const next = [...below, ...above]
      .map((index) => list.rows.at(index))
      .find((row) => row?.allowed_decisions.includes(decision));
    if (next) show(next.id);
    grid.current?.focus();
  };
  const deciding = (decided: Message) => ({
    message: decided,
    onReverted: () => show(decided.id),
    // The message is processed within a moment.
    onDecided: (id: string) => list.markStale(id),
  });
  const take = (decision: MailDecision) => {
    if (!message) return;
    decide(decision, deciding(message));
    showNext(message.id, decision);
  };

  const reasonAgainst = (decision: Decision): string | undefined => {
    if (isReplaced) return REPLACED;
    if (!message) return 'There is no message to decide about.';
    return message.allowed_decisions.includes(decision) ? undefined : notAllowedTexts[decision];
  };
  const action = (decision: Decision) => ({
    run: () => (decision === 'attach' ? setAttached(message) : take(decision)),
    unavailable: reasonAgainst(decision),
  });
  const actions = {
    release: action('release'),
    discard: action('discard'),
    attach: action('attach'),
    reprocess: action('reprocess'),
  };
  useCommands(mailCommands, {
    'mail.release': actions.release,
    'mail.discard': actions.discard,
    'mail.attach': actions.attach,
    'mail.reprocess': actions.reprocess,
  });

  return {
    actions,
    /** A record is chosen for this message. */
    attached,
    attachTo: (recordId: string) => {
      setAttached(undefined);
      if (!attached) return;
      attach(recordId, deciding(attached));
      showNext(attached.id, 'attach');
    },
    cancel: () => {
      setAttached(undefined);
      grid.current?.focus();
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
