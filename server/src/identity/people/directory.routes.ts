import Type from 'typebox';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { may } from '../roles.ts';
import { listDirectory } from './directory.handlers.ts';
import { getPerson } from './person.handlers.ts';
import { Person } from './person.schema.ts';

const Address = idText('Addresses', {
  pattern: String.raw`^[^\s@]+@[^\s@]+$`,
  example: 'anna@example.com',
});

const kind = oneOf(['person', 'group'], { description: 'person: an active user.' });

/** A client reads all people on a page of a list with one request. */
const MAX_ADDRESSES = 100;

const DirectoryEntry = object(
  {
    id: Type.String({ description: 'Id of the user or group.' }),
    kind,
    name: Type.String(),
    email: nullable(Type.String({ description: 'Null for a group without an address.' })),
  },
  {
    title: 'DirectoryEntry',
    examples: [{ id: 'USR0000042', kind: 'person', name: 'Ada Ellis', email: 'ada@example.com' }],
  },
);

export const directoryRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/directory',
    operationId: 'listDirectory',
    tag: 'Directory',
    summary: 'List people and groups',
    description:
      'Active users and groups by name, for choosing an assignee or a group, and for the names of people whose addresses are known. Filters are combined with AND. Requesters may not read the directory.',
    policy: may('directory.read'),
    query: listQuery(
      {
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Beginning of the name or e-mail address, regardless of case.',
            example: 'ada',
          }),
        ),
        kind: Type.Optional(anyOf(kind, 'Kind of entry.')),
        email: Type.Optional(
          anyOf(
            Type.String({ minLength: 1, maxLength: 254, example: 'ada@example.com' }),
            'Whole e-mail address, regardless of case.',
            MAX_ADDRESSES,
          ),
        ),
        group: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description:
              'Name of a group: lists its members who are active users. The list is empty if the group is unknown.',
            example: 'Web Platform',
          }),
        ),
        assignable: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'If true, lists only active users who may be assigned: those who may change incidents.',
            example: true,
          }),
        ),
      },
      { sorts: ['name'], order: 'asc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of the directory.',
      schema: listEnvelope(DirectoryEntry, 'Directory', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listDirectory,
  }),
  reads({
    method: 'GET',
    path: '/directory/:email',
    operationId: 'getPerson',
    tag: 'Directory',
    summary: 'Get a person',
    description:
      'Returns an active user with their groups, open records and CIs, for a caller who helps this person. The address is compared regardless of case. Requesters may not read the directory.',
    policy: may('directory.read'),
    params: object({ email: Address }),
    success: { status: 200, description: 'The person.', schema: Person },
    read: getPerson,
  }),
];
