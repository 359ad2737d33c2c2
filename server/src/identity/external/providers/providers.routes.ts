import { object } from '../../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../../platform/http/routes/route.ts';
import { may } from '../../roles.ts';
import {
  IdentityProvider,
  IdentityProviderCreate,
  IdentityProviderId,
  IdentityProviderUpdate,
  SavedIdentityProvider,
} from './providers.schema.ts';
import {
  createIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from './providers.service.ts';

const params = object({ id: IdentityProviderId });
const tag = 'Identity providers';
const policy = may('identity_providers.manage');

export const identityProviderRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/identity-providers',
    operationId: 'listIdentityProviders',
    tag,
    summary: 'List identity providers',
    description: 'Newest first. Secrets are not returned.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: true }),
    success: {
      status: 200,
      description: 'A page of identity providers.',
      schema: listEnvelope(IdentityProvider, 'IdentityProviderList', { total: true }),
    },
    errors: ['invalid_cursor', 'identity_providers_unavailable'],
    read: listIdentityProviders,
  }),
  writes({
    method: 'POST',
    path: '/identity-providers',
    operationId: 'createIdentityProvider',
    tag,
    summary: 'Create an identity provider',
    description:
      'People can sign in with their account at this OpenID Connect provider. Their sessions, API keys and roles are those of this instance.',
    policy,
    body: IdentityProviderCreate,
    success: { status: 201, description: 'The identity provider.', schema: SavedIdentityProvider },
    errors: ['already_exists', 'identity_providers_unavailable'],
    write: createIdentityProvider,
  }),
  reads({
    method: 'GET',
    path: '/identity-providers/:id',
    operationId: 'getIdentityProvider',
    tag,
    summary: 'Get an identity provider',
    description: 'The secret is not returned.',
    policy,
    params,
    success: { status: 200, description: 'The identity provider.', schema: IdentityProvider },
    errors: ['identity_providers_unavailable'],
    read: getIdentityProvider,
  }),
  patches({
    method: 'PATCH',
    path: '/identity-providers/:id',
    operationId: 'updateIdentityProvider',
    tag,
    summary: 'Update an identity provider',
    description:
      'Changed rules apply at the next sign-in of each person. `active: false` ends no sessions: deactivate users for that.',
    policy,
    params,
    body: IdentityProviderUpdate,
    success: {
      status: 200,
      description: 'The updated identity provider.',
      schema: SavedIdentityProvider,
    },
    errors: ['already_exists', 'version_mismatch', 'identity_providers_unavailable'],
    patch: updateIdentityProvider,
  }),
];
