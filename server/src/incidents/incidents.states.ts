// The state table ("Incident state" in the contract). Transitions that are not listed are refused.
import type { EventType } from '../events/index.ts';
import { stateMachine } from '../records/index.ts';

export type State =
  | 'new'
  | 'in_progress'
  | 'on_hold'
  | 'resolved'
  | 'closed'
  | 'cancelled'
  | 'reopened';

export const { states, transitions, requireTransition, nextStepTo } = stateMachine<State>(
  'an incident',
  {
    new: ['in_progress', 'cancelled'],
    in_progress: ['resolved', 'on_hold'],
    on_hold: ['in_progress'],
    resolved: ['closed', 'reopened'],
    closed: [],
    cancelled: [],
    reopened: ['in_progress'],
  },
);

/** The resolution clock runs or is paused. */
export const isOpen = (state: State): boolean =>
  !['resolved', 'closed', 'cancelled'].includes(state);

/** In addition to incident.updated, which every update emits. */
const transitionEvents: Partial<Record<State, EventType>> = { resolved: 'incident.resolved' };

interface StateAndPriority {
  state: State;
  priority: string;
}

/** At most one of each type, in this order. */
export const eventsOfChange = (
  before: StateAndPriority | null,
  after: StateAndPriority,
): EventType[] => {
  if (!before) return ['incident.created'];
  const transitionEvent = before.state === after.state ? undefined : transitionEvents[after.state];
  return [
    'incident.updated',
    ...(before.priority === after.priority ? [] : (['incident.priority_changed'] as const)),
    ...(transitionEvent ? [transitionEvent] : []),
  ];
};
