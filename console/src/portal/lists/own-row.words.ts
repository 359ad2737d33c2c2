// A row says in one sentence how a report or request stands, and when there was news of it.
import type { OwnRow } from '../../api/index.ts';
import { listSteps, reportSteps } from '../record/progress.ts';
import { reportWords, requestWords, type StatusWords } from '../record/status.words.ts';

type StateOf<Words extends (...args: never[]) => unknown> = Parameters<Words>[0];

/** A state that this release does not know gets a sentence that is never wrong. */
const unknown: StatusWords = { sentence: 'We have it', next: '', tone: 'blue' };

function statusOf({ type, state, on_hold_reason }: OwnRow): StatusWords {
  const words =
    type === 'request'
      ? requestWords[state as keyof typeof requestWords]
      : reportWords({ state, on_hold_reason } as StateOf<typeof reportWords>);
  return words ?? unknown;
}

/** Reports in these states wait for the person who sent them, who is asked this. */
function questionOf({ type, state, on_hold_reason }: OwnRow): string | undefined {
  if (type === 'request') return undefined;
  if (state === 'resolved') return 'Did we fix it?';
  return state === 'on_hold' && on_hold_reason === 'awaiting_caller'
    ? 'We need your answer'
    : undefined;
}

export interface RowWords {
  sentence: string;
  /** The reader is the one to act. */
  isAsked: boolean;
  tone: StatusWords['tone'];
  news: { label: string; at: string };
}

function newsOf({ last_reply_at, created_at, updated_at, type }: OwnRow): RowWords['news'] {
  if (last_reply_at !== null) return { label: 'Last message', at: last_reply_at };
  return type === 'incident' || updated_at === created_at
    ? { label: 'Sent', at: created_at }
    : { label: 'Updated', at: updated_at };
}

export function wordsOf(row: OwnRow): RowWords {
  const { sentence, tone } = statusOf(row);
  const question = questionOf(row);
  return {
    sentence: question ?? sentence,
    isAsked: question !== undefined,
    tone: question === undefined ? tone : 'amber',
    news: newsOf(row),
  };
}

/** Rows that wait for the reader come first; each part begins with the latest. */
export function partsOf(rows: readonly OwnRow[]): { asked: OwnRow[]; others: OwnRow[] } {
  const latest = rows.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at));
  return {
    asked: latest.filter((row) => wordsOf(row).isAsked),
    others: latest.filter((row) => !wordsOf(row).isAsked),
  };
}

/** Returns the steps of the line below the sentence. */
export const stepsOf = ({ type, state, progress, created_at }: OwnRow) =>
  type === 'request'
    ? listSteps(state, progress)
    : reportSteps(
        { state, created_at, resolved_at: null, closed_at: null } as Parameters<
          typeof reportSteps
        >[0],
        [],
        '',
      );
