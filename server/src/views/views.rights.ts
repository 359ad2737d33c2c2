// Members of a group may share a view with it; owners and managers may change a shared view.
import { groupsOfMember, may } from '../identity/index.ts';
import { type Actor, isOwnAddress } from '../platform/context.ts';
import { invalid } from '../platform/errors.ts';
import { reachOf, requireReach } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { ViewRow } from './views.sql.ts';

const share = may('views.share');

/** Members may share with their group, managers with any group and with everyone. */
export async function requireRightToShare(
  tx: Tx,
  actor: Actor,
  { audience, group }: Pick<ViewRow, 'audience' | 'group'>,
): Promise<void> {
  const isMissing = audience === 'group' && group === null;
  if (isMissing || (audience !== 'group' && group !== null)) {
    const message = isMissing
      ? 'group is required if the audience is group.'
      : `group must be null if the audience is ${audience}.`;
    const code = isMissing ? 'required' : 'not_allowed';
    throw invalid([{ in: 'body', pointer: '/group', code, message }]);
  }
  if (audience === 'me' || reachOf(share, actor)) return;
  const isMember = group !== null && (await groupsOfMember(tx, actor.email)).includes(group);
  if (!isMember) requireReach(share, actor);
}

export function requireRightToChange(actor: Actor, { owner }: Pick<ViewRow, 'owner'>): void {
  if (!isOwnAddress(actor, owner)) requireReach(share, actor);
}
