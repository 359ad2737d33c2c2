// Callers who may read but not manage webhooks never see ids, header values or URL paths, which may be credentials.
import { may } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';

export const mayManage = (actor: Pick<Actor, 'roles'>): boolean =>
  reachOf(may('webhooks.manage'), actor) !== undefined;
