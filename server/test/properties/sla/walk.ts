// Runs one history on the model and on a subject: after every step both must show the same state.
import { isDeepStrictEqual } from 'node:util';
import { movesOf, type State } from '../model/incidents.model.ts';
import { type Action, type History, MAX_MOVES, type Wait } from './history.ts';
import { NaiveIncident, type Priority, type ClockView } from './model.ts';

/** The implementation under test is given a time with each action. */
export interface Subject {
  change: (at: number, patch: { state?: State; priority?: Priority }) => Promise<void>;
  remove: (at: number) => Promise<void>;
  restore: (at: number) => Promise<void>;
  sweep: (at: number) => Promise<void>;
  /** Includes the seconds of each segment, which must add up. Undefined while the incident is deleted. */
  view: (at: number) => Promise<(ClockView & { ran: number }) | undefined>;
}

export type Begin = (at: number, priority: Priority) => Promise<Subject>;

export interface Tally {
  steps: number;
  events: number;
}

const waitMs = (model: NaiveIncident, wait: Wait, at: number): number =>
  typeof wait === 'number' ? wait : Math.max(0, (model.until(wait.share, at) ?? 0) + wait.offMs);

function patchOf(model: NaiveIncident, { move, priority }: Action & { do: 'change' }) {
  const all = movesOf('agent', model.now.state);
  const lasting = all.filter((state) => movesOf('agent', state).length > 0);
  const moves = move === MAX_MOVES ? all : lasting;
  const state = move === null ? undefined : moves[move % Math.max(1, moves.length)];
  return { ...(state && { state }), ...(priority && { priority }) };
}

async function act(
  model: NaiveIncident,
  subject: Subject,
  action: Action,
  at: number,
): Promise<void> {
  const { isDeleted } = model.now;
  if (action.do === 'sweep') {
    model.sweep(at);
    await subject.sweep(at);
  } else if (action.do === 'change' && !isDeleted) {
    const patch = patchOf(model, action);
    if (Object.keys(patch).length === 0) return;
    model.happen(at, patch);
    await subject.change(at, patch);
  } else if (action.do === 'delete' && !isDeleted) {
    model.happen(at, { isDeleted: true });
    await subject.remove(at);
  } else if (action.do === 'restore' && isDeleted) {
    model.happen(at, { isDeleted: false });
    await subject.restore(at);
  }
}

const format = (seen: unknown): string => JSON.stringify(seen, null, 2);

/** Throws at the first difference. Returns the time at which the history ended. */
export async function walk(
  history: History,
  start: number,
  begin: Begin,
  tally: Tally,
): Promise<number> {
  const model = new NaiveIncident(start, history.priority);
  const subject = await begin(start, history.priority);
  let at = start;
  for (const [index, { wait, action }] of history.steps.entries()) {
    at += waitMs(model, wait, at);
    await act(model, subject, action, at);
    tally.steps += 1;
    const actual = await subject.view(at);
    if (!actual) continue;
    const { ran, ...rest } = actual;
    const expected = model.view(at);
    if (!isDeepStrictEqual(rest, expected))
      throw new Error(
        `after step ${index} (${JSON.stringify(action)}): ${format(rest)}\nthe model says ${format(expected)}`,
      );
    if (ran !== expected.sla['elapsed_seconds'])
      throw new Error(`after step ${index}: the segments that ran sum up to ${ran} s`);
  }
  tally.events += model.view(at).events.length;
  return at;
}
