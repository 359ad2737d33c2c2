// Somebody may decide about a message that was not applied. A decision to process it again makes it `received`.
import { ApiError } from '../../platform/errors.ts';

export const messageStates = ['received', 'applied', 'held', 'ignored', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

interface DecisionRow {
  from: readonly MessageState[];
  to: 'received' | 'ignored';
}

const decisionTable = {
  /** It is processed without the rules that would hold it; its sender is no more verified than before. */
  release: { from: ['held'], to: 'received' },
  discard: { from: ['held', 'failed'], to: 'ignored' },
  attach: { from: ['held', 'ignored'], to: 'received' },
  /** All rules apply again. */
  reprocess: { from: ['held', 'ignored', 'failed'], to: 'received' },
} as const satisfies Record<string, DecisionRow>;

export type Decision = keyof typeof decisionTable;
export const decisions = Object.keys(decisionTable) as Decision[];

export const allowedDecisions = (state: MessageState): Decision[] =>
  decisions.filter((decision) => {
    const { from }: DecisionRow = decisionTable[decision];
    return from.includes(state);
  });

/** Returns the next state, or throws if the state allows no such decision. */
export function stateAfter(decision: Decision, state: MessageState): MessageState {
  const { from, to }: DecisionRow = decisionTable[decision];
  if (from.includes(state)) return to;
  throw new ApiError(
    'invalid_transition',
    `You can ${decision} a message that is ${from.join(' or ')}; this one is ${state}.`,
    { current_state: state, requested_state: to, allowed_transitions: [] },
  );
}
