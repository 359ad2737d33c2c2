// "Incident state" of the interface as a table. What is not in it does not happen.
import type { EventType } from '../events/index.ts';
import { ApiError } from '../platform/errors.ts';

export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const;
export type State = (typeof states)[number];

export const transitions: Record<State, readonly State[]> = {
  new: ['in_progress', 'cancelled'],
  in_progress: ['resolved', 'on_hold'],
  on_hold: ['in_progress'],
  resolved: ['closed', 'reopened'],
  reopened: ['in_progress'],
  closed: [],
  cancelled: [],
};

/** Work on it is not over: its resolution clock runs or is paused. */
export const isOpen = (state: State): boolean =>
  !['resolved', 'closed', 'cancelled'].includes(state);

/** The next move on the shortest way. */
export function nextStepTo(goal: State, from: State): State {
  const ways = transitions[from].map((step) => [step]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const [first, last] = [way[0], way.at(-1)];
    if (first && last === goal) return first;
    if (last && way.length < states.length)
      ways.push(...transitions[last].map((step) => [...(way ?? []), step]));
  }
  throw new Error(`no way leads from ${from} to ${goal}`);
}

/** Besides incident.updated, which every change emits. */
const moveEvents: Partial<Record<State, EventType>> = { resolved: 'incident.resolved' };

interface Moving {
  state: State;
  priority: string;
}

/** At most one of each type, in this order. */
export const eventsOfChange = (before: Moving, after: Moving): EventType[] => {
  const moved = before.state === after.state ? undefined : moveEvents[after.state];
  return [
    'incident.updated',
    ...(before.priority === after.priority ? [] : (['incident.priority_changed'] as const)),
    ...(moved ? [moved] : []),
  ];
};

/** Staying is no move and always allowed. `offered` are the moves of the table that the caller may make. */
export function requireTransition(from: State, to: State, offered: readonly State[]): void {
  if (from === to || transitions[from].includes(to)) return;
  throw new ApiError(
    'invalid_transition',
    offered.length > 0
      ? `You can move an incident from ${from} to ${offered.join(' or ')}, not to ${to}.`
      : `You cannot move an incident in state ${from}.`,
    { current_state: from, requested_state: to, allowed_transitions: offered },
  );
}
