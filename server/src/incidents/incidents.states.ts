// The state table ("Incident state" in the contract). Transitions that are not listed are refused.
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

/** The resolution clock runs or is paused. */
export const isOpen = (state: State): boolean =>
  !['resolved', 'closed', 'cancelled'].includes(state);

/** The first transition on the shortest path. */
export function nextStepTo(goal: State, from: State): State {
  const paths = transitions[from].map((step) => [step]);
  for (let path = paths.shift(); path; path = paths.shift()) {
    const [first, last] = [path[0], path.at(-1)];
    if (first && last === goal) return first;
    if (last && path.length < states.length)
      paths.push(...transitions[last].map((step) => [...(path ?? []), step]));
  }
  throw new Error(`no path from ${from} to ${goal}`);
}

/** In addition to incident.updated, which every update emits. */
const transitionEvents: Partial<Record<State, EventType>> = { resolved: 'incident.resolved' };

interface StateAndPriority {
  state: State;
  priority: string;
}

/** At most one of each type, in this order. */
export const eventsOfChange = (before: StateAndPriority, after: StateAndPriority): EventType[] => {
  const transitionEvent = before.state === after.state ? undefined : transitionEvents[after.state];
  return [
    'incident.updated',
    ...(before.priority === after.priority ? [] : (['incident.priority_changed'] as const)),
    ...(transitionEvent ? [transitionEvent] : []),
  ];
};

/** Keeping the state is always allowed. `offered` are the transitions that the caller may make. */
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
