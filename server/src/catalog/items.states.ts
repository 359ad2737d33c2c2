// A catalog item moves only by the actions publish and retire. What was published once can be published again.
import { may } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import { stateMachine } from '../records/index.ts';

export type State = 'draft' | 'published' | 'retired';

const machine = stateMachine<State>('a catalog item', {
  draft: ['published'],
  published: ['retired'],
  retired: ['published'],
});
export const { states, requireMove } = machine;

/** Returns only transitions that the caller may make. */
export const allowedTransitions = (actor: Actor, from: State): readonly State[] =>
  reachOf(may('catalog.manage'), actor) ? machine.transitions[from] : [];
