import Type, { type Static } from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { EmailAddress } from '../clients/clients.schema.ts';
import { roles } from '../roles.ts';
import { UserId } from '../users/users.schema.ts';
import { RoleRules } from './providers/providers.schema.ts';

export const IdentityProviderPreview = object(
  {
    claims: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 200,
        description: 'Example of the claims of a person, such as the content of an id token.',
      }),
    ),
    role_rules: Type.Optional(RoleRules),
    may_grant_super_admin: Type.Optional(Type.Boolean()),
  },
  {
    title: 'IdentityProviderPreview',
    examples: [
      {
        claims: { realm_access: { roles: ['it-desk'] } },
        role_rules: [
          {
            claim: 'realm_access.roles',
            value: 'it-desk',
            roles: ['agent'],
            groups: ['Service Desk'],
          },
        ],
      },
    ],
  },
);
export type IdentityProviderPreview = Static<typeof IdentityProviderPreview>;

const roleList = Type.Array(oneOf(roles));
const groupList = Type.Array(Type.String());
const rights = (description: string) =>
  object({ roles: roleList, groups: groupList }, { description });

export const IdentityProviderPreviewResult = object(
  {
    example: nullable(
      object(
        {
          roles: roleList,
          groups: groupList,
          rules: Type.Array(Type.Integer(), {
            description: 'Indexes of the rules that apply, from 0.',
          }),
        },
        { description: 'Result for `claims`; null if there are none.' },
      ),
    ),
    people: Type.Array(
      object({
        user_id: UserId,
        email: EmailAddress,
        name: Type.String(),
        gains: rights('Roles and groups that the next sign-in adds.'),
        loses: rights('Roles and groups that the next sign-in takes away.'),
      }),
      { description: 'The first 100 people for whom something changes.' },
    ),
    examined: Type.Integer({
      description:
        'Number of active people whose claims at their last sign-in were examined; at most 1,000.',
    }),
    changed: Type.Integer({ description: 'Number of people for whom something changes.' }),
    unknown_claims: Type.Array(Type.String(), {
      description:
        'Claims of the rules that are not stored for some of the people, because no rule named them at their last sign-in. Their result is not known before they sign in again.',
    }),
    unknown_groups: Type.Array(Type.String(), {
      description: 'Groups of the rules that do not exist.',
    }),
  },
  {
    title: 'IdentityProviderPreviewResult',
    examples: [
      {
        example: { roles: ['agent'], groups: ['Service Desk'], rules: [0] },
        people: [],
        examined: 12,
        changed: 0,
        unknown_claims: [],
        unknown_groups: [],
      },
    ],
  },
);
