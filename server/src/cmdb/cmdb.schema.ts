import Type, { type Static } from 'typebox';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf, instant, searchParameter } from '../platform/http/output/pagination.ts';
import { resource } from '../records/index.ts';
import { MAX_ATTRIBUTE_BYTES, MAX_ATTRIBUTE_LEVELS } from './cmdb.attributes.ts';
import { MAX_RELATED, relationTypes } from './cmdb.relations.ts';

const statuses = ['operational', 'degraded', 'maintenance', 'non_operational', 'retired'] as const;
const criticalities = ['critical', 'high', 'medium', 'low'] as const;

export const CiId = idText('CI ids', {
  pattern: '^CI[0-9]{1,18}$',
  example: 'CI1042',
  description: 'Assigned by the service: CI and digits.',
});

const text = (description: string, maxLength = 255) =>
  Type.String({ maxLength, pattern: '\\S', description });
const email = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, description });
const instantOrNull = (description: string) =>
  nullable(Type.String({ format: 'date-time', description }));

const Relation = object(
  { type: oneOf(relationTypes), ci_id: CiId },
  { title: 'CiRelation', description: 'A relation of this CI to another one.' },
);
export type Relation = Static<typeof Relation>;

const Related = object(
  {
    type: oneOf(relationTypes),
    direction: oneOf(['out', 'in'], {
      description:
        'out: a relation of this CI to the other. in: a relation of the other CI to this one.',
    }),
    ci: object({ id: CiId, name: Type.String() }),
  },
  { title: 'CiRelated' },
);

export const example = {
  id: 'CI1042',
  name: 'web-01',
  class: 'server',
  status: 'operational',
  environment: 'production',
  criticality: 'high',
  owner: 'ada@example.com',
  support_group: 'Web Platform',
  ip_address: '192.0.2.10',
  fqdn: 'web-01.example.com',
  serial_number: 'SN-4711',
  location: 'Zurich 2, rack 14',
  attributes: { os: 'Debian 13', memory_gb: 64 },
  relations: [{ type: 'runs_on', ci_id: 'CI1040' }],
  related: [{ type: 'runs_on', direction: 'out', ci: { id: 'CI1040', name: 'host-07' } }],
  discovery_source: 'nmap',
  first_discovered_at: '2026-11-15T09:30:00.000Z',
  last_discovered_at: '2026-11-15T10:30:00.000Z',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:42:10.000Z',
  version: 3,
};

const schemas = resource({
  title: 'Ci',
  id: CiId,
  required: {
    name: text('Name, unique within the class.'),
    class: text('Class, such as server, database or service.'),
  },
  optional: {
    status: oneOf(statuses, { description: 'Defaults to operational.' }),
    attributes: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: `Further properties as JSON, at most ${MAX_ATTRIBUTE_BYTES / 1024} kB and ${MAX_ATTRIBUTE_LEVELS} levels. An update is merged (RFC 7396): attributes that are not sent keep their values; null removes an attribute.`,
    }),
    relations: Type.Array(Relation, {
      maxItems: MAX_RELATED,
      description: 'Relations of this CI to others; an update replaces all of them.',
    }),
  },
  nullable: {
    environment: nullable(text('Environment, such as production or test.')),
    criticality: nullable(oneOf(criticalities, { description: 'Importance to the business.' })),
    owner: nullable(email('E-mail address of the owner.')),
    support_group: nullable(text('Name of the group that supports the CI.')),
    ip_address: nullable(
      Type.String({ format: 'ip-address', maxLength: 45, description: 'IPv4 or IPv6 address.' }),
    ),
    fqdn: nullable(
      Type.String({
        maxLength: 253,
        pattern: '^[^\\s/@]+$',
        example: 'web-01.example.com',
        description: 'Fully qualified domain name, unique regardless of case.',
      }),
    ),
    serial_number: nullable(text('Serial number, unique.')),
    location: nullable(text('Location.')),
    discovery_source: nullable(text('Source that discovered the CI last.')),
  },
  readOnly: {
    first_discovered_at: instantOrNull('When `discover` first reported the CI.'),
    last_discovered_at: instantOrNull(
      'When `discover` last reported the CI. Does not change the version.',
    ),
    related: Type.Array(Related, {
      description: `Related CIs in both directions, at most ${MAX_RELATED} in each.`,
    }),
  },
  summary: [
    'name',
    'class',
    'status',
    'environment',
    'criticality',
    'owner',
    'support_group',
    'ip_address',
    'fqdn',
    'serial_number',
    'location',
    'last_discovered_at',
    'created_at',
    'updated_at',
  ],
  custom: 'ci',
  examples: {
    full: example,
    create: { name: 'web-01', class: 'server', serial_number: 'SN-4711' },
    update: { status: 'maintenance', attributes: { memory_gb: 128 } },
  },
});

export const CiSummary = schemas.Summary;
export const Ci = schemas.Full;
export const CiCreate = schemas.Create;
export type CiCreate = Static<typeof CiCreate>;
export const CiUpdate = schemas.Update;
export type CiUpdate = Static<typeof CiUpdate>;

const name = Type.String({ minLength: 1, maxLength: 255 });

/** A change can have as many CIs. */
const MAX_IDS = 100;

export const ciFilters = {
  id: Type.Optional(anyOf(name, 'Id, to read several CIs at once.', MAX_IDS)),
  q: searchParameter(['id', 'name', 'class', 'fqdn', 'ip_address', 'serial_number', 'location']),
  class: Type.Optional(anyOf(name, 'Class.')),
  status: Type.Optional(anyOf(oneOf(statuses), 'Status.')),
  environment: Type.Optional(anyOf(name, 'Environment.')),
  owner: Type.Optional(anyOf(name, 'E-mail address of the owner.')),
  support_group: Type.Optional(anyOf(name, 'Name of the group.')),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(
    instant(
      'Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request.',
    ),
  ),
};

export const timelineExample = {
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  at: '2026-11-15T09:42:10.000Z',
  actor: 'ada@example.com',
  kind: 'ci.updated',
  record: { type: 'ci', id: example.id },
  request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
  changes: { attributes: { from: { memory_gb: 64 }, to: { memory_gb: 128 } } },
};
