import Type, { type Static } from 'typebox';
import { idText, indexedText, nullable, object } from '../../platform/http/input/schema.ts';
import { EmailAddress } from '../clients/clients.schema.ts';

export const GroupId = idText('Group ids', { pattern: '^GRP[0-9A-Z]{7}$', example: 'GRP0000007' });

const fields = {
  name: indexedText({
    maxLength: 255,
    pattern: '\\S',
    description: 'The value of `assignment_group` in records.',
  }),
  email: nullable(
    Type.String({ format: 'email', maxLength: 254, description: 'E-mail address of the group.' }),
  ),
  members: Type.Array(EmailAddress, {
    maxItems: 1000,
    description: 'E-mail addresses, which need not belong to users of this instance.',
  }),
};

const readOnly = ['id', 'previous_names', 'provisioned_by', 'version', 'created_at', 'updated_at'];

export const Group = object(
  {
    id: GroupId,
    ...fields,
    provisioned_by: nullable(
      Type.String({
        description: 'Id of the SCIM connector that manages the group; null if it is managed here.',
      }),
    ),
    previous_names: Type.Array(Type.String(), {
      description:
        'Names that the group had, the last one last. They stay reserved: filters and writes that use one mean this group.',
    }),
    version: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Group',
    examples: [
      {
        id: 'GRP0000007',
        name: 'Web Platform',
        email: 'web-platform@example.com',
        members: ['ada@example.com'],
        provisioned_by: null,
        previous_names: ['Web'],
        version: 1,
        created_at: '2026-11-15T09:30:00.000Z',
        updated_at: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
);

export const GroupCreate = object(
  {
    name: fields.name,
    email: Type.Optional(fields.email),
    members: Type.Optional(fields.members),
  },
  {
    title: 'GroupCreate',
    'x-read-only': readOnly,
    examples: [{ name: 'Web Platform', members: ['ada@example.com'] }],
  },
);
export type GroupCreate = Static<typeof GroupCreate>;

export const GroupUpdate = Type.Partial(object(fields), {
  title: 'GroupUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': readOnly,
  examples: [{ members: ['ada@example.com', 'ben@example.com'] }],
});
export type GroupUpdate = Static<typeof GroupUpdate>;
