// A line between the messages says how the record moved on.
import type { TimelineEntry } from '../../api/index.ts';
import { waitWords } from './status.words.ts';

type Entry = Pick<TimelineEntry, 'changes' | 'cause' | 'record'>;

/** `who` is undefined if the reader did it. */
type MoveText = (who: string | undefined, entry: Entry) => string;

const AGAIN = 'We are working on it again';

/** Work begins in these states; from others it goes on. */
const untouched = new Set<unknown>(['new', 'reopened']);

const reportMoves: Readonly<Record<string, MoveText>> = {
  in_progress: (who, { changes, cause }) =>
    who === undefined || cause || !untouched.has(changes?.['state']?.from)
      ? AGAIN
      : `${who} started working on it`,
  on_hold: (who, { changes }) => {
    const reason = changes?.['on_hold_reason']?.to;
    return reason === 'awaiting_caller'
      ? `${who ?? 'We'} asked you a question`
      : waitWords(typeof reason === 'string' ? reason : undefined).sentence;
  },
  resolved: (who) => `${who ?? 'You'} marked it as fixed`,
  reopened: (who) => (who === undefined ? 'You told us that it still happens' : AGAIN),
  closed: (who) => (who === undefined ? 'You confirmed that it works' : 'This is finished'),
  cancelled: (who) => `${who ?? 'You'} withdrew the report`,
};

const requestMoves: Readonly<Record<string, MoveText>> = {
  approved: (who) => `${who ?? 'You'} approved it`,
  rejected: (who) => `${who ?? 'You'} did not approve it`,
  fulfilled: (who) => `${who ?? 'You'} marked it as done`,
  cancelled: (who) => `${who ?? 'You'} withdrew the request`,
};

/** Returns undefined for a state that needs no line. */
export function moveText(entry: Entry, who: string | undefined): string | undefined {
  const moves = entry.record.type === 'request' ? requestMoves : reportMoves;
  return moves[String(entry.changes?.['state']?.to)]?.(who, entry);
}
