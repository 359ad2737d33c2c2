// The state table of articles, and who may make which transition.
import { may } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import { insufficientRole, type Policy, reachOf } from '../platform/http/routes/policy.ts';
import { stateMachine } from '../records/index.ts';

export type State = 'draft' | 'review' | 'published' | 'retired';

const machine = stateMachine<State>('an article', {
  draft: ['review'],
  review: ['published'],
  published: ['retired'],
  retired: ['draft'],
});
export const { states } = machine;

/** Who may move an article to each state. */
const movers: Record<State, Exclude<Policy, 'public'>> = {
  draft: may('articles.write'),
  review: may('articles.write'),
  published: may('articles.publish'),
  retired: may('articles.publish'),
};

const mayMoveTo = (actor: Actor, to: State): boolean => reachOf(movers[to], actor) !== undefined;

export const isPublisher = (actor: Actor): boolean => mayMoveTo(actor, 'published');

/** The states to which the caller can move it now. */
export const allowedTransitions = (actor: Actor, from: State): State[] =>
  machine.transitions[from].filter((to) => mayMoveTo(actor, to));

/** 409 for a move that the state table does not allow; 403 for one that this caller may not make. */
export function requireMove(actor: Actor, from: State, to: State): void {
  machine.requireMove(from, to, allowedTransitions(actor, from));
  if (!mayMoveTo(actor, to))
    throw insufficientRole(Object.keys(movers[to]), `Moving an article to ${to}`);
}
