// A transition of an article needs both the state table and the role of the caller to allow it.
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

const movers: Record<State, Exclude<Policy, 'public'>> = {
  draft: may('articles.write'),
  review: may('articles.write'),
  published: may('articles.publish'),
  retired: may('articles.publish'),
};

const mayMoveTo = (actor: Actor, to: State): boolean => reachOf(movers[to], actor) !== undefined;

export const isPublisher = (actor: Actor): boolean => mayMoveTo(actor, 'published');

/** Returns only transitions that the caller may make. */
export const allowedTransitions = (actor: Actor, from: State): State[] =>
  machine.transitions[from].filter((to) => mayMoveTo(actor, to));

/** Responds 409 if the state table does not allow the transition, and 403 if the caller may not make it. */
export function requireMove(actor: Actor, from: State, to: State): void {
  machine.requireMove(from, to, allowedTransitions(actor, from));
  if (!mayMoveTo(actor, to))
    throw insufficientRole(Object.keys(movers[to]), `Moving an article to ${to}`);
}
