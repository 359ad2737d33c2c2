// API keys are for programs that act for a user. They are exchanged for short-lived tokens and not sent to the API.
import { emit } from '../../events/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { notFound, ApiError } from '../../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { endKey } from './keys.end.ts';
import { hashKey, makeKey, shownPrefix } from './keys.form.ts';
import { ApiKey, type ApiKeyCreate, DEFAULT_DAYS } from './keys.schema.ts';
import { apiKeyList, countApiKeys, insertApiKey, lockApiKey } from './keys.sql.ts';

const present = picker(ApiKey);
const DAY_MS = 86_400_000;
const MAX_KEYS = 50;

/** Requires an interactive login: a key or a client could otherwise create keys that outlive it. */
function requireLogin({ actor, deps }: RequestContext): void {
  if (deps.config.OIDC_ISSUER) {
    throw new ApiError(
      'keys_unavailable',
      `This instance uses the identity provider ${deps.config.OIDC_ISSUER}, which cannot exchange API keys. Obtain tokens for programs there.`,
    );
  }
  if (actor.isInteractive) return;
  throw new ApiError(
    'login_required',
    'Creating an API key requires a token from an interactive login; this token belongs to a client or an API key.',
  );
}

export const listApiKeys = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    apiKeyList,
    { key: request.actor.id, filters: { user_id: [request.actor.id] } },
    { sort: 'created_at', order: 'desc' },
  );

export async function createApiKey(
  tx: Tx,
  request: RequestContext<unknown, unknown, ApiKeyCreate>,
): Promise<Reply> {
  requireLogin(request);
  if ((await countApiKeys(tx, request.actor.id)) >= MAX_KEYS) {
    throw new ApiError(
      'too_many_keys',
      `A user can have at most ${MAX_KEYS} API keys. Revoke one first.`,
    );
  }
  const { name, expires_in_days: days = DEFAULT_DAYS } = request.body;
  const secret = makeKey();
  const row = await insertApiKey(tx, {
    user_id: request.actor.id,
    name,
    prefix: shownPrefix(secret),
    key_hash: hashKey(secret),
    expires_at: new Date(request.now.getTime() + days * DAY_MS).toISOString(),
    created_at: request.now.toISOString(),
  });
  await emit(tx, request, {
    record: { type: 'api_key', id: row.id, version: row.version },
    kind: 'api_key.created',
    changes: { name: { from: null, to: name }, expires_at: { from: null, to: row.expires_at } },
    events: [],
  });
  return { status: 201, body: { ...present(row), secret } };
}

/** Also revokes the tokens of the key, within two seconds in every process. */
export async function deleteApiKey(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const row = await lockApiKey(tx, id, request.actor.id);
  if (!row) throw notFound(id);
  await endKey(tx, request, row);
  return ok({ id, revoked: true, revoked_at: request.now.toISOString() });
}
