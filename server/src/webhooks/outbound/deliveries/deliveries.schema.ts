import Type, { type Static } from 'typebox';
import { eventNames } from '../../../events/index.ts';
import {
  announceMore,
  idText,
  nullable,
  object,
  oneOf,
} from '../../../platform/http/input/schema.ts';
import { WebhookId } from '../outbound.schema.ts';

export const deliveryStatuses = ['pending', 'retrying', 'delivered', 'failed'] as const;
const instant = Type.String({ format: 'date-time' });
const headers = Type.Record(Type.String(), Type.String());

export const DeliveryId = idText('Delivery ids', {
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  example: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  description: 'Sent to the receiver as X-Service-Delivery.',
});

const summary = {
  id: DeliveryId,
  webhook_id: WebhookId,
  event: oneOf(eventNames, { description: announceMore('types') }),
  event_id: Type.String({ format: 'uuid' }),
  record: object({ type: Type.String(), id: Type.String() }),
  sequence: Type.Integer({ description: 'Position of the event among those of its record.' }),
  replay: Type.Integer({
    description: '0 for the original delivery, otherwise the number of the replay.',
  }),
  status: oneOf(deliveryStatuses),
  attempt_count: Type.Integer(),
  next_attempt_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Present until the delivery has finished; in the past while an attempt is made.',
    }),
  ),
  last_status: nullable(Type.Integer({ description: 'HTTP status of the last response.' })),
  last_error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  created_at: instant,
  finished_at: nullable(instant),
};

const exampleSummary = {
  id: '019a8651-7f9e-8c3e-8d5e-0f1a2b3c4d5e',
  webhook_id: 'wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  event: 'incident.created',
  event_id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  record: { type: 'incident', id: 'INC0000042' },
  sequence: 1,
  replay: 0,
  status: 'retrying',
  attempt_count: 1,
  next_attempt_at: '2026-11-15T09:30:30.000Z',
  last_status: 500,
  last_error:
    'The receiver responded 500 Internal Server Error; only a 2xx response confirms receipt.',
  created_at: '2026-11-15T09:30:00.000Z',
  finished_at: null,
};

export const DeliverySummary = object(summary, {
  title: 'DeliverySummary',
  examples: [exampleSummary],
});

const Attempt = object(
  {
    number: Type.Integer({ minimum: 1, maximum: 5 }),
    started_at: instant,
    duration_ms: Type.Integer(),
    status_code: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String({ description: 'Why the attempt failed.' })),
    request: object({
      method: Type.String(),
      url: Type.String({
        description: 'Scheme and host only for callers who may not manage webhooks.',
      }),
      headers: Type.Unsafe<Record<string, string>>({
        ...headers,
        description:
          "Headers as sent. The values of the webhook's custom headers are masked; signatures are masked for callers who may not manage webhooks.",
      }),
    }),
    response: nullable(
      object({
        headers,
        body: Type.String({ description: 'The first 16 kB.' }),
        body_truncated: Type.Boolean(),
      }),
    ),
  },
  { title: 'Attempt' },
);

export const Delivery = object(
  {
    ...summary,
    attempts: Type.Array(Attempt),
    body: nullable(
      Type.String({
        description: 'The bytes that are signed and sent, as text; null with `body_hidden`.',
      }),
    ),
    body_hidden: Type.Optional(
      Type.Literal(true, {
        description:
          'Set if the record is deleted and you may not read deleted records: `body` and the `response` of each attempt are null. The delivery can still be replayed.',
      }),
    ),
  },
  { title: 'Delivery' },
);

export const WebhookTest = object(
  {
    event: Type.Optional(
      oneOf(eventNames, {
        description:
          'Event type of the example, subscribed or not; by default the first one that the webhook is subscribed to.',
      }),
    ),
  },
  { title: 'WebhookTest', examples: [{ event: 'incident.resolved' }] },
);
export type WebhookTest = Static<typeof WebhookTest>;

export const TestResult = object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver responded with 2xx.' }),
    attempt: Attempt,
    body: Type.String({ description: 'The bytes that were signed and sent, as text.' }),
  },
  { title: 'TestResult' },
);

export const Recover = object(
  {
    since: Type.String({ format: 'date-time', description: 'Events at this time or later.' }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Events before this time; defaults to now.',
      }),
    ),
  },
  { title: 'Recover', examples: [{ since: '2026-11-15T09:00:00Z' }] },
);
export type Recover = Static<typeof Recover>;

export const ReplayAll = object(
  {
    status: oneOf(['failed', 'delivered'], { description: 'Status of the deliveries to replay.' }),
    since: Type.String({ format: 'date-time', description: 'Created at this time or later.' }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Created before this time; now by default.',
      }),
    ),
    event: Type.Optional(oneOf(eventNames, { description: 'Event type; all by default.' })),
  },
  { title: 'ReplayAll', examples: [{ status: 'failed', since: '2026-11-15T09:00:00Z' }] },
);
export type ReplayAll = Static<typeof ReplayAll>;

export const Recovered = object(
  {
    matched: Type.Integer({ description: 'Events that match the webhook.' }),
    queued: Type.Integer({ description: 'Matching events that had no delivery and were queued.' }),
    next_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Present if there are more events than one request processes: send another request with this value as `since`.',
      }),
    ),
  },
  { title: 'Recovered', examples: [{ matched: 12, queued: 3 }] },
);

export const WebhookStats = object(
  {
    since: instant,
    deliveries: Type.Integer({
      description: 'Deliveries of the last 24 hours, at most the newest 10,000.',
    }),
    pending: Type.Integer(),
    retrying: Type.Integer(),
    delivered: Type.Integer(),
    failed: Type.Integer(),
    success_rate: nullable(
      Type.Number({
        description: 'Delivered divided by finished deliveries; null if none finished.',
      }),
    ),
    oldest_due_at: nullable(instant),
    last_delivered_at: nullable(instant),
    interval: Type.Optional(oneOf(['hour'])),
    from: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Start of the series, at a full hour: later than requested if there were more than 20,000 deliveries.',
      }),
    ),
    series: Type.Optional(
      Type.Array(
        object({
          at: instant,
          delivered: Type.Integer(),
          failed: Type.Integer(),
          p50_ms: nullable(Type.Integer({ description: 'Median duration of the attempts.' })),
          p95_ms: nullable(Type.Integer()),
        }),
        {
          description:
            'With `interval`: deliveries by the hour (UTC) in which they finished, without gaps.',
        },
      ),
    ),
  },
  { title: 'WebhookStats' },
);
