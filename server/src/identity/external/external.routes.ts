import Type from 'typebox';
import { object } from '../../platform/http/input/schema.ts';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { EmailAddress } from '../clients/clients.schema.ts';
import { may } from '../roles.ts';
import { UserId } from '../users/users.schema.ts';
import { listIdentities, unlinkIdentity } from './identities.handlers.ts';
import { Identity, IdentityUnlinked } from './identities.schema.ts';
import { previewIdentityProvider } from './preview.handlers.ts';
import { IdentityProviderPreview, IdentityProviderPreviewResult } from './preview.schema.ts';
import { IdentityProviderId } from './providers/providers.schema.ts';

const params = object({ id: IdentityProviderId });
const tag = 'Identity providers';
const policy = may('identity_providers.manage');

export const externalRoutes: Route[] = [
  reads({
    method: 'POST',
    path: '/identity-providers/:id/preview',
    operationId: 'previewIdentityProvider',
    tag,
    summary: 'Preview role rules',
    description:
      'Returns the roles and groups for an example of claims, and for whom the next sign-in would change something. Without `role_rules`, the saved ones are used. Changes nothing.',
    policy,
    params,
    body: IdentityProviderPreview,
    success: {
      status: 200,
      description: 'The result of the rules.',
      schema: IdentityProviderPreviewResult,
    },
    errors: ['identity_providers_unavailable'],
    read: previewIdentityProvider,
  }),
  reads({
    method: 'GET',
    path: '/identity-providers/:id/identities',
    operationId: 'listIdentities',
    tag,
    summary: 'List identities',
    description: 'People who have signed in at this provider, the newest link first.',
    policy,
    params,
    query: listQuery(
      { email: Type.Optional(anyOf(EmailAddress, 'E-mail address of the user.')) },
      { sorts: ['linked_at'], order: 'desc', pages: true },
    ),
    success: {
      status: 200,
      description: 'A page of identities.',
      schema: listEnvelope(Identity, 'IdentityList', { total: true }),
    },
    errors: ['invalid_cursor', 'identity_providers_unavailable'],
    read: listIdentities,
  }),
  writes({
    method: 'DELETE',
    path: '/identity-providers/:id/identities/:user_id',
    operationId: 'unlinkIdentity',
    tag,
    summary: 'Delete an identity',
    description:
      'Removes the link between a user and the account at this provider, with the roles and groups that its rules gave. The next sign-in with a verified address links the user again, also to another account there. Sessions continue.',
    policy,
    params: object({ id: IdentityProviderId, user_id: UserId }),
    success: { status: 200, description: 'The person was unlinked.', schema: IdentityUnlinked },
    errors: ['identity_providers_unavailable'],
    write: unlinkIdentity,
  }),
];
