import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { may } from '../roles.ts';
import { ApiKey, ApiKeyCreate, ApiKeyRevoked, ApiKeyWithSecret, KeyId } from './keys.schema.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './keys.handlers.ts';

const tag = 'Profile';
const policy = may('profile.use');

export const keyRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/profile/api-keys',
    operationId: 'listApiKeys',
    tag,
    summary: 'List your API keys',
    description: 'Newest first, without revoked keys.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: true }),
    success: {
      status: 200,
      description: 'A page of keys.',
      schema: listEnvelope(ApiKey, 'ApiKeyList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listApiKeys,
  }),
  writes({
    method: 'POST',
    path: '/profile/api-keys',
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      'For a program that acts as you. Requires a token from an interactive login. The key is returned only in this response; the program exchanges it at the identity provider for tokens that are valid for 15 minutes.',
    policy,
    body: ApiKeyCreate,
    returnsSecret: true,
    success: { status: 201, description: 'The key.', schema: ApiKeyWithSecret },
    errors: ['login_required', 'keys_unavailable', 'too_many_keys'],
    write: createApiKey,
  }),
  writes({
    method: 'DELETE',
    path: '/profile/api-keys/:id',
    operationId: 'deleteApiKey',
    tag,
    summary: 'Revoke an API key',
    description: 'The key and its tokens are refused within two seconds in every process.',
    policy,
    params: object({ id: KeyId }),
    success: {
      status: 200,
      description: 'The id of the key, and when it was revoked.',
      schema: ApiKeyRevoked,
    },
    write: deleteApiKey,
  }),
];
