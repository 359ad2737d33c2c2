import { patches, reads, type Route } from '../../platform/http/routes/route.ts';
import { may } from '../roles.ts';
import { getMe, updateMe } from './me.handlers.ts';
import { Me, MeUpdate } from './me.schema.ts';

export const meRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    tag: 'Profile',
    summary: 'Get your identity',
    description: 'Your identity, profile, roles, groups, permissions and rate limits.',
    policy: may('profile.use'),
    success: { status: 200, description: 'The caller.', schema: Me },
    read: getMe,
  }),
  patches({
    method: 'PATCH',
    path: '/me',
    operationId: 'updateMe',
    tag: 'Profile',
    summary: 'Update your profile',
    description:
      'Changes how times and numbers are shown to you, and your absence. Absent fields keep their values; null clears them. Administrators change the other fields of a user. Clients, and people of an external identity provider, have no profile.',
    policy: may('profile.use'),
    body: MeUpdate,
    success: { status: 200, description: 'The caller.', schema: Me },
    errors: ['not_found'],
    patch: updateMe,
  }),
];
