// The requester and the people who work on an incident write public notes to each other.
import { type Actor, isOwnAddress } from '../../platform/context.ts';
import type { Settings } from '../../platform/runtime/settings.ts';
import type { State } from '../incidents.states.ts';

export const repliers = ['requester', 'us'] as const;
export type LastReplyBy = (typeof repliers)[number];

/** A person who records an incident has the trouble, unless somebody else is named. Clients and webhooks have none. */
export const defaultRequester = ({ email, isClient, via }: Actor): string | null =>
  isClient || via ? null : email;

/** These fields of an incident decide what a reply does. */
interface RepliedTo {
  state: State;
  on_hold_reason: string | null;
  requester: string | null;
  assigned_to: string | null;
  resolved_at: string | null;
}

/** Returns null for an opener or anybody else who neither has the trouble nor works on it. */
export const replierOf = (
  { requester }: Pick<RepliedTo, 'requester'>,
  author: Actor,
  mayEdit: boolean,
): LastReplyBy | null => {
  if (isOwnAddress(author, requester)) return 'requester';
  return mayEdit ? 'us' : null;
};

const DAY_MS = 86_400_000;

type ReplySettings = Pick<Settings, 'replies_move_state' | 'reopen_days'>;

interface Move {
  to: State;
  applies: (row: RepliedTo, settings: ReplySettings, now: Date) => boolean;
}

/** A reply answers our question, or says that the trouble is not gone. */
const moves: Partial<Record<State, Move>> = {
  on_hold: { to: 'in_progress', applies: (row) => row.on_hold_reason === 'awaiting_caller' },
  resolved: {
    to: 'reopened',
    applies: ({ resolved_at }, { reopen_days }, now) =>
      resolved_at !== null && now.getTime() < Date.parse(resolved_at) + reopen_days * DAY_MS,
  },
};

/**
 * Returns the state that a public note moves the incident to; undefined if it stays. A requester who is the assignee
 * moves it by hand.
 */
export function stateAfterNote(
  row: RepliedTo,
  author: Actor,
  settings: ReplySettings,
  now: Date,
): State | undefined {
  const isReply = isOwnAddress(author, row.requester) && !isOwnAddress(author, row.assigned_to);
  const move = settings.replies_move_state && isReply ? moves[row.state] : undefined;
  return move?.applies(row, settings, now) ? move.to : undefined;
}
