// The settings of the instance on the wire.
import Type, { type Static } from 'typebox';
import { object } from '../../platform/http/schema.ts';

const YEAR_SECONDS = 31_536_000;
const target = Type.Integer({ minimum: 60, maximum: YEAR_SECONDS });

const fields = {
  sla_target_seconds: object(
    { P1: target, P2: target, P3: target, P4: target },
    { description: 'Resolution targets. Records keep the target that their priority had.' },
  ),
  priority_matrix: Type.Boolean({
    description: 'Impact × urgency decides the priority of records that were given none.',
  }),
  retention_days: Type.Integer({
    minimum: 30,
    maximum: 3650,
    description: 'How long events, deliveries, attempts and inbound events are kept, at least.',
  }),
  job_retention_days: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'How long finished jobs are kept.',
  }),
  mail_domains: Type.Array(
    Type.String({
      maxLength: 190,
      pattern: '^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$',
      example: 'example.com',
    }),
    {
      maxItems: 100,
      uniqueItems: true,
      description:
        'Domains whose addresses are mailed besides active users and group addresses: exactly these, no subdomains; international ones in ASCII (`xn--…`).',
    },
  ),
};

const example = {
  sla_target_seconds: { P1: 14_400, P2: 28_800, P3: 86_400, P4: 259_200 },
  priority_matrix: false,
  retention_days: 90,
  job_retention_days: 7,
  mail_domains: ['example.com'],
  version: 1,
};

export const InstanceSettings = object(
  { ...fields, version: Type.Integer() },
  { title: 'Settings', examples: [example] },
);

export const SettingsUpdate = Type.Partial(object(fields), {
  title: 'SettingsUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': ['version'],
  examples: [{ priority_matrix: true }],
});
export type SettingsUpdate = Static<typeof SettingsUpdate>;
