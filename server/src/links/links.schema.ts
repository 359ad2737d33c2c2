// The bodies and responses of links, for the record types that the instance has.
import Type, { type Static } from 'typebox';
import { announceMore, idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import {
  type AnyRecordType,
  linkKinds,
  type LinkRow,
  type StoredLinkKind,
  storedLinkKinds,
} from '../records/index.ts';

const LINK_ID = 'lnk_019a86517f9e7c3e9d5e0f1a2b3c4d5e';

export const LinkId = idText('Link ids', {
  pattern: '^(lnk_[0-9a-f]{32}|[a-z_]{1,40}\\.[0-9A-Z]{3,21})$',
  example: LINK_ID,
  description:
    'A link that follows from a field has the name of the field and the id of the record with the field, such as `change_id.INC0000042`.',
});

const direction = oneOf(['out', 'in'], {
  description:
    'The record of the request is the first end of an `out` link, as in "this is caused by that", and the second of an `in` link.',
});

const recordTypeOf = (types: readonly AnyRecordType[]) =>
  oneOf(
    types.map(({ type }) => type),
    { description: `Type of the record. ${announceMore('types')}` },
  );

export const linkSchema = (types: readonly AnyRecordType[]) =>
  object(
    {
      id: LinkId,
      kind: oneOf(linkKinds, {
        description: `The first record is this of the second; \`related_to\` has no order. ${announceMore('kinds')}`,
      }),
      direction,
      field: Type.Optional(
        Type.String({
          description:
            'The link follows from this field of its first record, and changes with it; absent for others.',
        }),
      ),
      record: object(
        {
          type: recordTypeOf(types),
          id: Type.String(),
          short_description: Type.String({ description: 'Title or name of the record.' }),
          state: nullable(
            Type.String({ description: 'State or status; null for a type without.' }),
          ),
        },
        { description: 'The record at the other end.' },
      ),
    },
    {
      title: 'Link',
      examples: [
        {
          id: LINK_ID,
          kind: 'caused_by',
          direction: 'out',
          record: {
            type: 'change',
            id: 'CHG0000012',
            short_description: 'Upgrade the connection pool',
            state: 'closed',
          },
        },
      ],
    },
  );

export interface LinkCreate {
  kind: StoredLinkKind;
  direction?: 'out' | 'in';
  record: { type?: string; id: string };
}

export const linkCreateSchema = (types: readonly AnyRecordType[]) =>
  object(
    {
      kind: oneOf(storedLinkKinds, {
        description: '`duplicate_of` is set by merging.',
      }),
      direction: Type.Optional(direction),
      record: object(
        {
          type: Type.Optional(recordTypeOf(types)),
          id: Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'Id of the other record; its form shows the type.',
          }),
        },
        { description: 'The record at the other end.' },
      ),
    },
    {
      title: 'LinkCreate',
      'x-read-only': ['id', 'field'],
      examples: [{ kind: 'caused_by', record: { id: 'CHG0000012' } }],
    },
  );

export const LinkRemoved = object(
  {
    id: LinkId,
    removed: Type.Literal(true),
    removed_at: Type.String({ format: 'date-time' }),
    removed_by: Type.String(),
  },
  {
    title: 'LinkRemoved',
    examples: [
      {
        id: LINK_ID,
        removed: true,
        removed_at: '2026-11-15T09:42:10.000Z',
        removed_by: 'ada@example.com',
      },
    ],
  },
);
export type LinkRemoved = Static<typeof LinkRemoved>;

export const presentLink = ({
  id,
  kind,
  direction: side,
  field,
  type,
  record_id,
  short_description,
  state,
}: LinkRow): object => ({
  id,
  kind,
  direction: side,
  ...(field !== null && { field }),
  record: { type, id: record_id, short_description, state },
});
