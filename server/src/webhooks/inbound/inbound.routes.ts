import Type from 'typebox';
import { may } from '../../identity/index.ts';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, receives, type Route, writes } from '../../platform/http/routes/route.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import {
  EventId,
  InboundResult,
  InboundEvent,
  InboundEventDetail,
  InboundPreview,
  InboundPreviewed,
  statuses,
} from './events.schema.ts';
import {
  getInboundEvent,
  listInboundEvents,
  previewInbound,
  replayInboundEvent,
} from './events.handlers.ts';
import { receiveEvent } from './inbound.receive.ts';
import {
  Inbound,
  InboundCreate,
  InboundDeleted,
  InboundId,
  InboundReference,
  InboundSecretRotate,
  InboundSecretRotated,
  InboundUpdate,
} from './inbound.schema.ts';
import {
  createInbound,
  deleteInbound,
  getInbound,
  listInbound,
  rotateInboundSecret,
  updateInbound,
} from './inbound.handlers.ts';
import { InboundTemplate, listTemplates } from './mapping/library.ts';

const params = object({ id: InboundReference });
const eventParams = object({ id: InboundReference, event_id: EventId });
const tag = 'Inbound webhooks';
const MAX_EVENT_BYTES = 512 * 1024;

const manage: Route[] = [
  reads({
    method: 'GET',
    path: '/webhooks/inbound/templates',
    operationId: 'listInboundTemplates',
    tag,
    summary: 'List inbound webhook templates',
    description:
      'Request bodies for `POST /webhooks/inbound`, for Prometheus Alertmanager, Grafana, GitHub and a generic sender. One webhook opens and resolves incidents. Send `{"template": "<id>"}` to use one as it is, with other fields to change it.',
    policy: may('webhooks.read'),
    success: {
      status: 200,
      description: 'All templates.',
      schema: object({ data: Type.Array(InboundTemplate) }, { title: 'InboundTemplateList' }),
    },
    read: listTemplates,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/inbound',
    operationId: 'listInboundWebhooks',
    tag,
    summary: 'List inbound webhooks',
    description: 'Newest first.',
    policy: may('webhooks.read'),
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of webhooks.',
      schema: listEnvelope(Inbound, 'InboundWebhookList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listInbound,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/inbound',
    operationId: 'createInboundWebhook',
    tag,
    summary: 'Create an inbound webhook',
    description:
      'The caller becomes the owner of the webhook and the `opened_by` of its incidents. `secret` is returned in this response only. Use `preview` to test the mapping. `{"template": "alertmanager"}` is a complete body.',
    policy: may('webhooks.manage'),
    body: InboundCreate,
    success: { status: 201, description: 'The webhook, with its secret.', schema: Inbound },
    returnsSecret: true,
    write: createInbound,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/inbound/:id',
    operationId: 'getInboundWebhook',
    tag,
    summary: 'Get an inbound webhook',
    description:
      'The secret is never included. `id` and `url` are null for callers who may not manage webhooks, because the URL alone is enough to post to an unsigned webhook.',
    policy: may('webhooks.read'),
    params,
    success: { status: 200, description: 'The webhook.', schema: Inbound },
    read: getInbound,
  }),
  patches({
    method: 'PATCH',
    path: '/webhooks/inbound/:id',
    operationId: 'updateInboundWebhook',
    tag,
    summary: 'Update an inbound webhook',
    description:
      'Absent fields keep their values; `field_mapping`, `filters` and `resolve_when` are replaced as a whole. The first time `secret_enabled` is set to true, the response includes `secret` once. Only a `super_admin` can change `owner`, to an active user or client with the permission that the action needs.',
    policy: may('webhooks.manage'),
    params,
    body: InboundUpdate,
    success: { status: 200, description: 'The updated webhook.', schema: Inbound },
    errors: ['version_mismatch'],
    returnsSecret: true,
    patch: updateInbound,
  }),
  writes({
    method: 'DELETE',
    path: '/webhooks/inbound/:id',
    operationId: 'deleteInboundWebhook',
    tag,
    summary: 'Delete an inbound webhook',
    description:
      'The URL of the webhook responds with 401 from then on. Incidents opened by the webhook are kept.',
    policy: may('webhooks.manage'),
    params,
    success: { status: 200, description: 'Confirmation of the deletion.', schema: InboundDeleted },
    errors: ['version_mismatch'],
    write: deleteInbound,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/inbound/:id/rotate-secret',
    operationId: 'rotateInboundSecret',
    tag,
    summary: 'Rotate inbound webhook secret',
    description:
      'The old secret is still accepted for `grace_seconds`. Send `{}` for the default of 24 hours.',
    policy: may('webhooks.manage'),
    params,
    body: InboundSecretRotate,
    success: {
      status: 200,
      description: 'The new secret, returned in this response only.',
      schema: InboundSecretRotated,
    },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateInboundSecret,
  }),
];

const events: Route[] = [
  receives({
    method: 'POST',
    path: '/webhooks/inbound/:id',
    operationId: 'receiveInboundEvent',
    tag,
    summary: 'Post an event',
    description:
      'For monitoring systems. No access token is needed: the request is authenticated by the id in the path and, unless the webhook is unsigned, by a signature of the raw body. The signature is sent as `X-Service-Signature` or `X-Hub-Signature-256` (hexadecimal HMAC-SHA256), or as `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks, within 5 minutes). Deliveries with the same id in `webhook-id`, `X-GitHub-Delivery`, `Idempotency-Key` or a similar header are deduplicated for 24 hours.',
    policy: 'public',
    params: object({ id: InboundId }),
    body: Type.Unsafe<object>({
      type: 'object',
      description: 'Any JSON object, at most 512 kB.',
      examples: [{ status: 'down', service: 'checkout', severity: 'critical' }],
    }),
    bodyLimit: MAX_EVENT_BYTES,
    limit: 'inbound',
    success: {
      status: 201,
      description: 'An incident was opened, or a configuration item was created.',
      schema: InboundResult,
    },
    alsoSuccess: {
      status: 200,
      description:
        'The event resolved an incident, updated a configuration item, was deduplicated, or was ignored.',
      schema: InboundResult,
    },
    errors: ['unauthenticated'],
    receive: receiveEvent,
  }),
  reads({
    method: 'POST',
    path: '/webhooks/inbound/:id/preview',
    operationId: 'previewInboundWebhook',
    tag,
    summary: 'Preview an inbound event',
    description:
      'Returns the incident or configuration item that the payload would produce, the result of each filter, and mapping warnings; the warning for a missing path lists the names that exist. Nothing is created.',
    policy: may('webhooks.read'),
    params,
    body: InboundPreview,
    success: {
      status: 200,
      description: 'The result that the payload would produce.',
      schema: InboundPreviewed,
    },
    read: previewInbound,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/inbound/:id/events',
    operationId: 'listInboundEvents',
    tag,
    summary: 'List inbound events',
    description:
      'Newest first, without payloads. Events are kept for 90 days unless the instance is configured otherwise.',
    policy: may('webhooks.read'),
    params,
    query: listQuery(
      { status: Type.Optional(anyOf(oneOf(statuses), 'Result of the event.')) },
      { sorts: ['received_at'], order: 'desc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of events.',
      schema: listEnvelope(InboundEvent, 'InboundEventList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listInboundEvents,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/inbound/:id/events/:event_id',
    operationId: 'getInboundEvent',
    tag,
    summary: 'Get an inbound event',
    description: 'Includes the payload as received, which can be sent to `preview`.',
    policy: may('webhooks.read'),
    params: eventParams,
    success: { status: 200, description: 'The event.', schema: InboundEventDetail },
    read: getInboundEvent,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/inbound/:id/events/:event_id/replay',
    operationId: 'replayInboundEvent',
    tag,
    summary: 'Replay an inbound event',
    description:
      'Processes a stored event again with the current settings of the webhook, for example after its mapping was fixed. It counts as a new event: without a `dedup_key` it opens another incident.',
    policy: may('webhooks.manage'),
    params: eventParams,
    success: {
      status: 201,
      description: 'An incident was opened, or a configuration item was created.',
      schema: InboundResult,
    },
    alsoSuccess: {
      status: 200,
      description:
        'The event resolved an incident, updated a configuration item, was deduplicated, or was ignored.',
      schema: InboundResult,
    },
    errors: ['owner_may_not_act', 'external_id_taken'],
    write: replayInboundEvent,
  }),
];

export const inboundRoutes: Route[] = [...manage, ...events];
