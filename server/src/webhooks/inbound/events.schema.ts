// What came, and what became of it, on the wire.
import Type, { type Static } from 'typebox';
import { IncidentId } from '../../incidents/index.ts';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { Filter } from '../filters.ts';
import { Inbound } from './inbound.schema.ts';

export const EventId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});

const MappingWarning = object(
  {
    field: Type.String({ description: 'Of the incident; or dedup_key.' }),
    code: oneOf(['missing_path', 'truncated', 'translated', 'left_out', 'replaced']),
    message: Type.String(),
  },
  { title: 'MappingWarning' },
);

export const statuses = ['created', 'deduplicated', 'resolved', 'ignored'] as const;

const outcome = {
  status: oneOf(statuses, {
    description:
      'created: an incident was opened. deduplicated: it is known, by its delivery id or by its dedup_key. resolved: the open incident was resolved. ignored: a filter did not hold, or there was nothing to resolve.',
  }),
  mapping_warnings: Type.Array(MappingWarning, {
    description: 'What had to be changed or left out so that the incident could be opened.',
  }),
};
const reason = Type.String({ description: 'Why it was ignored.' });
const occurrences = Type.Integer({ description: 'How often the incident was reported so far.' });

export const InboundAnswer = object(
  {
    event_id: EventId,
    status: outcome.status,
    incident_id: Type.Optional(IncidentId),
    occurrences: Type.Optional(occurrences),
    filter: Type.Optional(
      Type.Unsafe<Filter>({ ...Filter, description: 'The first that did not hold.' }),
    ),
    reason: Type.Optional(reason),
    mapping_warnings: Type.Optional(outcome.mapping_warnings),
  },
  {
    title: 'InboundAnswer',
    examples: [
      {
        event_id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
        status: 'created',
        incident_id: 'INC0000042',
        occurrences: 1,
      },
    ],
  },
);

const logged = {
  id: EventId,
  webhook_id: Inbound.properties.id,
  webhook_handle: Inbound.properties.handle,
  received_at: Type.String({ format: 'date-time' }),
  ...outcome,
  incident_id: nullable(IncidentId),
  occurrences: nullable(occurrences),
  delivery_id: nullable(
    Type.String({ description: 'The header and id by which the sender names it.' }),
  ),
  dedup_key: nullable(Type.String()),
  reason: nullable(reason),
  request_id: Type.String({ description: 'The X-Request-Id of the call that brought it.' }),
  replay_of: nullable(Type.String({ description: 'The event that was played again.' })),
};

export const InboundEvent = object(logged, { title: 'InboundEvent' });

export const InboundEventDetail = object(
  {
    ...logged,
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Those that templates can use; never signatures or credentials.',
    }),
    payload: Type.Unknown({
      description: 'As it was posted; text if it nests too deep to be shown as JSON.',
    }),
  },
  { title: 'InboundEventDetail' },
);

const { field_mapping, filters, dedup_key } = Inbound.properties;

export const InboundPreview = object(
  {
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'As the sender would post it.',
    }),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2048 })),
    ),
    field_mapping: Type.Optional(field_mapping),
    filters: Type.Optional(filters),
    dedup_key: Type.Optional(dedup_key),
  },
  {
    title: 'InboundPreview',
    description: 'What is given besides the payload stands in for what the webhook has.',
    examples: [{ payload: { status: 'down', service: 'checkout', severity: 'critical' } }],
  },
);
export type InboundPreview = Static<typeof InboundPreview>;

export const InboundPreviewed = object(
  {
    would: oneOf(['create_incident', 'resolve_incident', 'be_ignored']),
    incident: Type.Unsafe<object>({
      type: 'object',
      description: 'The fields that an incident would be opened with.',
    }),
    dedup_key: nullable(Type.String()),
    filters: Type.Array(
      object({
        ...Filter.properties,
        passed: Type.Boolean(),
        actual: Type.Optional(Type.Unknown()),
      }),
    ),
    warnings: outcome.mapping_warnings,
  },
  { title: 'InboundPreviewed' },
);
