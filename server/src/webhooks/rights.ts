// Those who only read webhooks never see what would let them act as one: addresses, header values, urls.
import { may } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';

export const mayManage = (actor: Pick<Actor, 'roles'>): boolean =>
  reachOf(may('webhooks.manage'), actor) !== undefined;
