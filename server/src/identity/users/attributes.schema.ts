// An organisation knows these facts about its people; forms, times and assignments follow them.
import Type from 'typebox';
import { nullable } from '../../platform/http/input/schema.ts';

const text = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, pattern: '\\S', description }));

const address = (description: string) =>
  nullable(Type.String({ format: 'email', maxLength: 254, description }));

/** People change these themselves. */
export const ownAttributes = {
  locale: nullable(
    Type.String({
      format: 'locale',
      maxLength: 35,
      description:
        'Language and region as a BCP 47 tag, such as `de-CH`, by which times and numbers are shown; stored in canonical form. Null for that of the browser.',
    }),
  ),
  time_zone: nullable(
    Type.String({
      format: 'time-zone',
      maxLength: 64,
      description:
        'IANA name, such as `Europe/Zurich`, of the zone in which times are shown. Null for that of the browser.',
    }),
  ),
  away_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'The person is away until then. It must be in the future when it is set.',
    }),
  ),
  delegate: address(
    'Address of the user who stands in for them while they are away; not their own.',
  ),
};

export const attributes = {
  manager: address('Address of the user who is their manager; not their own.'),
  department: text(255, 'The department, such as `Finance`.'),
  title: text(255, 'Job title.'),
  site: text(255, 'Building or place of work.'),
  ...ownAttributes,
  capacity: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        'The most open records that rules assign to them. Null for any number; assigning by hand ignores it.',
    }),
  ),
};

export const readOnlyAttributes = {
  previous_emails: Type.Array(Type.String(), {
    description:
      'Former addresses, the latest last. Records that name them are still theirs, and nobody else gets them.',
  }),
  provisioned_by: nullable(
    Type.String({
      description: 'Id of the SCIM connector that manages the user; null if they are managed here.',
    }),
  ),
};

export const exampleOfAttributes = {
  manager: 'maria@example.com',
  department: 'Service Desk',
  title: 'Support engineer',
  site: 'Zurich',
  locale: 'de-CH',
  time_zone: 'Europe/Zurich',
  away_until: null,
  delegate: 'ben@example.com',
  capacity: 25,
  previous_emails: ['ada.jones@example.com'],
  provisioned_by: null,
};
