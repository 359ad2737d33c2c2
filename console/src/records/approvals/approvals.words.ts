// A stage of approval says how many must approve, and each decision in what role it was made.
import type { RequestStage, StageDecision } from '../../api/index.ts';
import { listText } from '../../ui/region/region.ts';

type Need = Pick<RequestStage, 'need' | 'approvers' | 'state'>;

/** The approvers of a stage are known when it opens. */
export function needText({ need, approvers, state }: Need): string | undefined {
  const count = approvers.length;
  const isKnown = state !== 'waiting' && count > 0;
  if (need === 'all') return isKnown && count > 1 ? `All ${count} approve` : 'Everybody approves';
  const needed = need === 'any' ? 1 : need;
  if (isKnown && count === 1 && needed === 1) return undefined;
  if (isKnown) return `${needed} of ${count} ${needed === 1 ? 'approves' : 'approve'}`;
  return needed === 1 ? 'One person approves' : `${needed} people approve`;
}

/** Says for whom a delegate decided, or that a manager decided instead of the approvers. */
export function roleText(
  { as, for: absent }: Pick<StageDecision, 'as' | 'for'>,
  nameOf: (email: string) => string,
): string | undefined {
  if (as === 'manager') return 'as manager';
  if (as !== 'delegate') return undefined;
  return absent.length === 0 ? 'as delegate' : `as delegate for ${listText(absent.map(nameOf))}`;
}

export const NOBODY_LEFT = 'Nobody is left who could decide. A manager decides.';
