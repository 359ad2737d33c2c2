import Type, { type Static } from 'typebox';
import { announceMore, idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';

/** A page about somebody's work shows the oldest ones; the lists have the others. */
export const MAX_LISTED = 100;

export const UserId = idText('User ids', { pattern: '^USR[0-9A-Z]{7}$', example: 'USR0000042' });
export const GroupId = idText('Group ids', { pattern: '^GRP[0-9A-Z]{7}$', example: 'GRP0000007' });

const total = Type.Integer({
  description: 'Number of records, also of those that are not listed.',
});
const type = Type.String({
  description: `incident, change, request or task. ${announceMore('types')}`,
});
const oldest = `The oldest ${MAX_LISTED}, oldest first.`;

const openRecords = Type.Array(
  object({
    type,
    total,
    data: Type.Array(
      object({
        id: Type.String(),
        title: Type.String({ description: 'Its `short_description`; the `name` of a task.' }),
        state: Type.String(),
        assignment_group: nullable(Type.String()),
      }),
      { description: oldest },
    ),
  }),
  { description: 'Open records by type; types without any are left out.' },
);

const exampleRecords = [
  {
    type: 'incident',
    total: 1,
    data: [
      {
        id: 'INC0000042',
        title: 'The laptop does not start',
        state: 'in_progress',
        assignment_group: 'Workplace',
      },
    ],
  },
];

export const OpenWork = object(
  {
    user: object({
      id: UserId,
      email: Type.String(),
      name: Type.String(),
      active: Type.Boolean(),
    }),
    records: openRecords,
    approvals: Type.Array(
      object({
        type,
        total,
        others: Type.Integer({
          description: 'Number of other active users who may decide such records.',
        }),
        data: Type.Array(object({ id: Type.String(), title: Type.String() }), {
          description: oldest,
        }),
      }),
      {
        description:
          'Records that wait for a decision which the person may make and has not made, by type. They are not handed over: others who may decide them see them already.',
      },
    ),
    only_member_of: Type.Array(object({ id: GroupId, name: Type.String() }), {
      description: 'Groups without any other member.',
    }),
    webhooks: Type.Array(
      object({
        direction: oneOf(['outbound', 'inbound']),
        id: Type.String(),
        name: Type.String(),
        status: oneOf(['active', 'inactive', 'suspended']),
        ends_at: nullable(
          Type.String({
            format: 'date-time',
            description: 'When an inbound webhook rejects events; null without an end.',
          }),
        ),
      }),
      { description: 'Webhooks that the person owns. A `super_admin` names another owner.' },
    ),
  },
  {
    title: 'OpenWork',
    examples: [
      {
        user: { id: 'USR0000042', email: 'ada@example.com', name: 'Ada Ellis', active: false },
        records: exampleRecords,
        approvals: [
          {
            type: 'change',
            total: 1,
            others: 3,
            data: [{ id: 'CHG0000007', title: 'Replace the core switch' }],
          },
        ],
        only_member_of: [{ id: 'GRP0000007', name: 'Web Platform' }],
        webhooks: [
          {
            direction: 'outbound',
            id: 'wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
            name: 'Pager',
            status: 'suspended',
            ends_at: null,
          },
        ],
      },
    ],
  },
);

export const GroupWork = object(
  {
    group: object({ id: GroupId, name: Type.String() }),
    records: openRecords,
  },
  {
    title: 'GroupWork',
    examples: [{ group: { id: 'GRP0000007', name: 'Workplace' }, records: exampleRecords }],
  },
);

export const HandOver = object(
  {
    to: Type.Optional(
      nullable(
        Type.String({
          format: 'email',
          maxLength: 254,
          description:
            'The open records are assigned to this active user or client; absent or null: to nobody, so that they stay with their groups.',
        }),
      ),
    ),
  },
  { title: 'HandOver', examples: [{ to: 'ben@example.com' }] },
);
export type HandOver = Static<typeof HandOver>;
