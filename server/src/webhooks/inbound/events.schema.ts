import Type, { type Static } from 'typebox';
import { CiId } from '../../cmdb/index.ts';
import { IncidentId } from '../../incidents/index.ts';
import { announceMore, idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { Filter } from '../filters.ts';
import { actions } from './inbound.actions.ts';
import { Inbound } from './inbound.schema.ts';

export const EventId = idText('Event ids', {
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  example: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
});

const MappingWarning = object(
  {
    field: Type.String({
      description: 'Field of the incident or the configuration item, or `dedup_key`.',
    }),
    code: oneOf(['missing_path', 'truncated', 'translated', 'left_out', 'replaced'], {
      description: announceMore('codes'),
    }),
    message: Type.String(),
  },
  { title: 'MappingWarning' },
);

export const statuses = ['created', 'updated', 'deduplicated', 'resolved', 'ignored'] as const;

const outcome = {
  status: oneOf(statuses, {
    description:
      '`created`: an incident was opened, or a configuration item was created. `updated`: the configuration item exists and has the mapped values. `deduplicated`: the delivery id or the `dedup_key` is already known. `resolved`: the open incident was resolved. `ignored`: a filter did not match, there was nothing to resolve, or no single configuration item could be identified.',
  }),
  mapping_warnings: Type.Array(MappingWarning, {
    description: 'Values that were changed or omitted so that the event could be processed.',
  }),
};
const reason = Type.String({ description: 'Why the event was ignored.' });
const occurrences = Type.Integer({
  description: 'Number of times the incident has been reported.',
});

export const InboundResult = object(
  {
    event_id: EventId,
    status: outcome.status,
    incident_id: Type.Optional(IncidentId),
    ci_id: Type.Optional(CiId),
    occurrences: Type.Optional(occurrences),
    filter: Type.Optional(
      Type.Unsafe<Filter>({
        ...Filter,
        title: 'UnmatchedFilter',
        description: 'The first filter that did not match.',
      }),
    ),
    reason: Type.Optional(reason),
    mapping_warnings: Type.Optional(outcome.mapping_warnings),
  },
  {
    title: 'InboundResult',
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

const eventProperties = {
  id: EventId,
  webhook_id: Inbound.properties.id,
  webhook_handle: Inbound.properties.handle,
  received_at: Type.String({ format: 'date-time' }),
  ...outcome,
  incident_id: nullable(IncidentId),
  ci_id: nullable(CiId),
  occurrences: nullable(occurrences),
  delivery_id: nullable(
    Type.String({
      description: 'Delivery id given by the sender, after the name of its header and a colon.',
    }),
  ),
  dedup_key: nullable(Type.String()),
  reason: nullable(reason),
  request_id: Type.String({ description: 'X-Request-Id of the request that delivered the event.' }),
  replay_of: nullable(Type.String({ description: 'Id of the event that was replayed.' })),
};

export const InboundEvent = object(eventProperties, { title: 'InboundEvent' });

export const InboundEventDetail = object(
  {
    ...eventProperties,
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers that templates can use; signatures and credentials are never stored.',
    }),
    payload: Type.Unknown({
      description: 'Payload as received; text if it is nested too deeply to be returned as JSON.',
    }),
  },
  { title: 'InboundEventDetail' },
);

const { action, field_mapping, filters, resolve_when, dedup_key } = Inbound.properties;

export const InboundPreview = object(
  {
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Payload as the sender would post it.',
    }),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2048 })),
    ),
    field_mapping: Type.Optional(field_mapping),
    filters: Type.Optional(filters),
    resolve_when: Type.Optional(resolve_when),
    dedup_key: Type.Optional(dedup_key),
    draft: Type.Optional(
      object(
        Type.Partial(Type.Object({ action, field_mapping, filters, resolve_when, dedup_key }))
          .properties,
        {
          description: 'Settings to try instead of those of the webhook, which does not change.',
        },
      ),
    ),
  },
  {
    title: 'InboundPreview',
    description: 'Other members override the settings of the webhook for this preview.',
    examples: [{ payload: { status: 'down', service: 'checkout', severity: 'critical' } }],
  },
);
export type InboundPreview = Static<typeof InboundPreview>;

const TriedFilter = object({
  ...Filter.properties,
  passed: Type.Boolean(),
  actual: Type.Optional(Type.Unknown()),
});

export const InboundPreviewed = object(
  {
    would: oneOf([...actions, 'be_ignored']),
    incident: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description: 'Fields the incident would be opened with.',
      }),
    ),
    ci: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description: 'Fields of the configuration item, for `upsert_ci`.',
      }),
    ),
    dedup_key: nullable(Type.String()),
    filters: Type.Array(TriedFilter),
    resolve_when: Type.Array(TriedFilter, {
      description: 'The event would resolve an incident if the list is not empty and all passed.',
    }),
    warnings: outcome.mapping_warnings,
  },
  { title: 'InboundPreviewed' },
);
