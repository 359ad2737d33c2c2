// With `decidable=true`, a list has the records that wait for a decision of the caller.
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Actor, Reach } from '../../platform/context.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { every } from '../../platform/lists/conditions.ts';
import type { Scope } from '../../platform/lists/list-spec.ts';

export const decidableParameter = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'If true, lists only records that wait for your decision: submitted, not your own, and not yet decided by you. The list is empty if you may not decide.',
  }),
);

export type Decider = Pick<Actor, 'email' | 'formerEmails' | 'roles'>;

export interface Decisions {
  /** These roles may approve and reject. */
  policy: Readonly<Record<string, Reach>>;
  /** Some records name people who may decide them, whatever their roles. */
  namesDeciders?: boolean;
  /** Returns the condition that the person may decide the record and has not done so. */
  isUndecided: (actor: Decider) => RawBuilder<boolean>;
}

export const mayDecide = (
  { policy, namesDeciders = false }: Decisions,
  actor: Pick<Actor, 'roles'>,
): boolean => namesDeciders || reachOf(policy, actor) !== undefined;

const conditionFor = (decisions: Decisions, actor: Actor): RawBuilder<boolean> =>
  mayDecide(decisions, actor) ? decisions.isUndecided(actor) : sql<boolean>`false`;

/** Records of every type wait for a decision in the state `submitted`. */
export const narrowToDecidable =
  (decisions: Decisions) =>
  (scope: Scope, { query, actor }: RequestContext): Scope => {
    if (!(query as { decidable?: boolean }).decidable) return scope;
    return {
      ...scope,
      key: `${scope.key} decidable ${actor.email.toLowerCase()}`,
      filters: { ...scope.filters, state: ['submitted'] },
      where: every([scope.where, conditionFor(decisions, actor)]),
    };
  };
