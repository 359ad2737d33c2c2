// The endpoints of inbound webhooks.
import Type from 'typebox';
import { may } from '../../identity/index.ts';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, receives, type Route, writes } from '../../platform/http/routes/route.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import {
  EventId,
  InboundAnswer,
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
const LARGEST_EVENT = 512 * 1024;

const manage: Route[] = [
  reads({
    method: 'GET',
    path: '/webhooks/inbound/templates',
    operationId: 'listInboundTemplates',
    tag,
    summary: 'Ready-made webhooks for known senders',
    description:
      'Bodies for POST /webhooks/inbound that fit Prometheus Alertmanager, Grafana, GitHub and a sender of your own. Copy one and change what you like.',
    policy: may('webhooks.read'),
    success: {
      status: 200,
      description: 'All of them.',
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
      'The caller becomes its owner: its incidents are opened in that name. `secret` is in this answer and never again. Try the mapping with `preview`.',
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
    summary: 'Get one inbound webhook',
    description:
      'Without its secret. `id` and `url` are null for callers who may not manage webhooks: the url alone is enough to post to an unsigned webhook.',
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
    summary: 'Change an inbound webhook',
    description:
      'Fields that are absent stay; `field_mapping` and `filters` are replaced whole. `secret_enabled` set to true for the first time shows `secret` once. The owner stays.',
    policy: may('webhooks.manage'),
    params,
    body: InboundUpdate,
    success: { status: 200, description: 'The webhook as it is now.', schema: Inbound },
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
    description: 'Its url answers 401 from now on. Incidents that it opened stay.',
    policy: may('webhooks.manage'),
    params,
    success: { status: 200, description: 'What was deleted.', schema: InboundDeleted },
    errors: ['version_mismatch'],
    write: deleteInbound,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/inbound/:id/rotate-secret',
    operationId: 'rotateInboundSecret',
    tag,
    summary: 'Replace the secret',
    description:
      'The old secret is accepted beside the new one for `grace_seconds`. Send `{}` for the default, a day.',
    policy: may('webhooks.manage'),
    params,
    body: InboundSecretRotate,
    success: {
      status: 200,
      description: 'The new secret, shown once.',
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
      'For monitoring systems. No access token: the id in the path and, unless the webhook is unsigned, a signature of the raw body authenticate it: `X-Service-Signature` or `X-Hub-Signature-256` (hexadecimal HMAC-SHA256), or `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks, within 5 minutes). A delivery id in `webhook-id`, `X-GitHub-Delivery`, `Idempotency-Key` or the like makes a resend harmless for 24 hours.',
    policy: 'public',
    params: object({ id: InboundId }),
    body: Type.Unsafe<object>({
      type: 'object',
      description: 'Any JSON object, at most 512 kB.',
      examples: [{ status: 'down', service: 'checkout', severity: 'critical' }],
    }),
    bodyLimit: LARGEST_EVENT,
    limit: 'inbound',
    success: { status: 201, description: 'An incident was opened.', schema: InboundAnswer },
    alsoSuccess: {
      status: 200,
      description: 'It was deduplicated, resolved something, or was ignored.',
      schema: InboundAnswer,
    },
    errors: ['unauthenticated'],
    receive: receiveEvent,
  }),
  reads({
    method: 'POST',
    path: '/webhooks/inbound/:id/preview',
    operationId: 'previewInboundWebhook',
    tag,
    summary: 'Try a payload',
    description:
      'Shows the incident that would be opened, each filter with whether it passed, and warnings: a path that leads nowhere is told with what is there instead. Nothing is created.',
    policy: may('webhooks.read'),
    params,
    body: InboundPreview,
    success: { status: 200, description: 'What would happen.', schema: InboundPreviewed },
    read: previewInbound,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/inbound/:id/events',
    operationId: 'listInboundEvents',
    tag,
    summary: 'What came, and what became of it',
    description:
      'Newest first, without the payloads. Kept for 90 days unless the instance says otherwise.',
    policy: may('webhooks.read'),
    params,
    query: listQuery(
      { status: Type.Optional(anyOf(oneOf(statuses), 'What became of it.')) },
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
    summary: 'One event with its payload',
    description: 'As it came, to be given to `preview`.',
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
    summary: 'Take a stored event again',
    description:
      'As the webhook is now, for instance after its mapping was mended. It counts as a new event: without a dedup_key it opens another incident.',
    policy: may('webhooks.manage'),
    params: eventParams,
    success: { status: 201, description: 'An incident was opened.', schema: InboundAnswer },
    alsoSuccess: {
      status: 200,
      description: 'It was deduplicated, resolved something, or was ignored.',
      schema: InboundAnswer,
    },
    errors: ['owner_may_not_act', 'external_id_taken'],
    write: replayInboundEvent,
  }),
];

export const inboundRoutes: Route[] = [...manage, ...events];
