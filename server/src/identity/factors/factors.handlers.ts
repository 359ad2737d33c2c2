import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { countRecoveryCodes, listFactors } from './factors.sql.ts';
import { isRequired } from './required.ts';

export async function listOwnFactors({ deps, actor, settings }: RequestContext): Promise<Reply> {
  const factors = await listFactors(deps.db, actor.id);
  return ok({
    data: factors.map(({ id, kind, name, created_at, last_used_at }) => ({
      id,
      kind,
      name,
      created_at,
      last_used_at,
    })),
    recovery_codes: await countRecoveryCodes(deps.db, actor.id),
    required: isRequired(settings, actor),
    url: `${deps.config.AUTH_URL}/security`,
  });
}
