import Type from 'typebox';
import { JobAccepted } from '../../../bulk/index.ts';
import { eventNames } from '../../../events/index.ts';
import { may } from '../../../identity/index.ts';
import {
  anyOf,
  instant,
  listEnvelope,
  listQuery,
} from '../../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../../platform/http/routes/route.ts';
import { object, oneOf } from '../../../platform/http/input/schema.ts';
import { WebhookId } from '../outbound.schema.ts';
import {
  Delivery,
  DeliveryId,
  deliveryStatuses,
  DeliverySummary,
  Recover,
  Recovered,
  ReplayAll,
  TestResult,
  WebhookStats,
  WebhookTest,
} from './deliveries.schema.ts';
import {
  getDelivery,
  getStats,
  listAllDeliveries,
  listDeliveries,
  recoverDeliveries,
  replayDeliveries,
  replayDelivery,
} from './deliveries.handlers.ts';
import { retryDelivery } from './retry.ts';
import { testWebhook } from './test-event.ts';

const ofWebhook = object({ id: WebhookId });
const ofDelivery = object({ id: DeliveryId });
const tag = 'Outbound webhooks';

const deliveryFilters = {
  status: Type.Optional(anyOf(oneOf(deliveryStatuses), 'Status of the delivery.')),
  event: Type.Optional(anyOf(oneOf(eventNames), 'Event type.')),
  record: Type.Optional(anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Id of the record.')),
  since: Type.Optional(instant('Created at this time or later.')),
};
const newestFirst = { sorts: ['created_at'], order: 'desc', pages: false } as const;

export const deliveryRoutes: Route[] = [
  reads({
    method: 'POST',
    path: '/webhooks/outbound/:id/test',
    operationId: 'testOutboundWebhook',
    tag,
    summary: 'Send a test event',
    description:
      'Makes one attempt, signed like any other, with an example of `event` and `"test": true` in its body. Without a body the example is of the first event type that the webhook is subscribed to. The result contains the response of the receiver, or the reason it could not be reached. The attempt is not retried and not stored, and takes at most 10 seconds.',
    policy: may('webhooks.manage'),
    params: ofWebhook,
    body: WebhookTest,
    isBodyOptional: true,
    success: { status: 200, description: 'The result of the attempt.', schema: TestResult },
    read: testWebhook,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/outbound/:id/recover',
    operationId: 'recoverOutboundWebhook',
    tag,
    summary: 'Recover missed events',
    description:
      'Matches the event log from `since` again and sends events that have no delivery for this webhook, for example because it was inactive.',
    policy: may('webhooks.manage'),
    params: ofWebhook,
    body: Recover,
    success: {
      status: 202,
      description: 'The number of events that will be sent.',
      schema: Recovered,
    },
    write: recoverDeliveries,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/outbound/:id/replay',
    operationId: 'replayDeliveries',
    tag,
    summary: 'Replay deliveries',
    description:
      'Queues a job that replays the deliveries of the webhook with a status, oldest first, at most 10,000. Each row of the job is a delivery; its result has the id of the new delivery.',
    policy: may('webhooks.manage'),
    params: ofWebhook,
    body: ReplayAll,
    success: { status: 202, description: 'The queued job.', schema: JobAccepted },
    errors: ['too_many_jobs', 'target_refused'],
    write: replayDeliveries,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/outbound/:id/deliveries',
    operationId: 'listDeliveries',
    tag,
    summary: 'List webhook deliveries',
    description:
      'Newest first. Deliveries are kept for 90 days unless the instance is configured otherwise.',
    policy: may('webhooks.read'),
    params: ofWebhook,
    query: listQuery(deliveryFilters, newestFirst),
    success: {
      status: 200,
      description: 'A page of deliveries.',
      schema: listEnvelope(DeliverySummary, 'DeliveryList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listDeliveries,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/deliveries',
    operationId: 'listAllDeliveries',
    tag,
    summary: 'List all deliveries',
    description: 'Deliveries of all webhooks, including deleted ones, newest first.',
    policy: may('webhooks.read'),
    query: listQuery(
      { webhook_id: Type.Optional(anyOf(WebhookId, 'Id of the webhook.')), ...deliveryFilters },
      newestFirst,
    ),
    success: {
      status: 200,
      description: 'A page of deliveries.',
      schema: listEnvelope(DeliverySummary, 'DeliveryList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listAllDeliveries,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/outbound/:id/stats',
    operationId: 'getOutboundWebhookStats',
    tag,
    summary: 'Get delivery statistics',
    description:
      'Counts of the last 24 hours. `interval=hour` adds hourly counts since `from`, by default for the last 24 hours.',
    policy: may('webhooks.read'),
    params: ofWebhook,
    query: object({
      interval: Type.Optional(oneOf(['hour'], { description: 'Adds `series`.' })),
      from: Type.Optional(instant('Start of the series, at most 400 hours ago.')),
    }),
    success: { status: 200, description: 'The statistics.', schema: WebhookStats },
    read: getStats,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/deliveries/:id',
    operationId: 'getDelivery',
    tag,
    summary: 'Get a delivery',
    description:
      'Includes each attempt with its request, response, duration and, if it failed, the reason.',
    policy: may('webhooks.read'),
    params: ofDelivery,
    success: { status: 200, description: 'The delivery.', schema: Delivery },
    read: getDelivery,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/deliveries/:id/retry',
    operationId: 'retryDelivery',
    tag,
    summary: 'Retry a delivery now',
    description:
      'Makes the next attempt now instead of at `next_attempt_at`. It is the next of the five attempts, and if it fails, the delay until the one after it counts from its end. Nothing changes if an attempt is due or in progress already: of several requests at once, one causes an attempt. A delivery that is `delivered` or `failed` has no attempt left; replay it instead.',
    policy: may('webhooks.manage'),
    params: ofDelivery,
    success: {
      status: 202,
      description: 'The delivery, whose attempt is due.',
      schema: DeliverySummary,
    },
    errors: ['delivery_finished', 'webhook_inactive', 'target_refused'],
    write: retryDelivery,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/deliveries/:id/replay',
    operationId: 'replayDelivery',
    tag,
    summary: 'Replay a delivery',
    description:
      'Creates a new delivery of the same bytes, with five attempts of its own, to the current URL of the webhook. Only deliveries with the status `delivered` or `failed` can be replayed; for another one, the error has its `next_attempt_at`.',
    policy: may('webhooks.manage'),
    params: ofDelivery,
    success: { status: 202, description: 'The new delivery.', schema: DeliverySummary },
    errors: ['delivery_not_finished', 'target_refused'],
    write: replayDelivery,
  }),
];
