import { may } from '../../identity/index.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import {
  SecretRotate,
  SecretRotated,
  Webhook,
  WebhookCreate,
  WebhookDeleted,
  WebhookId,
  WebhookUpdate,
} from './outbound.schema.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './outbound.handlers.ts';

const params = object({ id: WebhookId });
const tag = 'Outbound webhooks';

export const outboundRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/webhooks/outbound',
    operationId: 'listOutboundWebhooks',
    tag,
    summary: 'List outbound webhooks',
    description: 'Newest first.',
    policy: may('webhooks.read'),
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of webhooks.',
      schema: listEnvelope(Webhook, 'OutboundWebhookList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listWebhooks,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/outbound',
    operationId: 'createOutboundWebhook',
    tag,
    summary: 'Create an outbound webhook',
    description:
      'The caller becomes the owner of the webhook. If deliveries are signed, `secret` is returned in this response only. Use `test` to send an example.',
    policy: may('webhooks.manage'),
    body: WebhookCreate,
    success: { status: 201, description: 'The webhook, with its secret.', schema: Webhook },
    returnsSecret: true,
    write: createWebhook,
  }),
  reads({
    method: 'GET',
    path: '/webhooks/outbound/:id',
    operationId: 'getOutboundWebhook',
    tag,
    summary: 'Get an outbound webhook',
    description:
      'The secret is never included. The path of `url` and the values of headers are returned only to callers who may manage webhooks.',
    policy: may('webhooks.read'),
    params,
    success: { status: 200, description: 'The webhook.', schema: Webhook },
    read: getWebhook,
  }),
  patches({
    method: 'PATCH',
    path: '/webhooks/outbound/:id',
    operationId: 'updateOutboundWebhook',
    tag,
    summary: 'Update an outbound webhook',
    description:
      'Absent fields keep their values; lists and headers are replaced as a whole. Pending deliveries are sent with the settings at the time of sending. The first time `sign_payloads` is set to true, the response includes `secret` once. Only a `super_admin` can change `owner`, to an active user or client; this resumes a suspended webhook, which then also sends the events it missed.',
    policy: may('webhooks.manage'),
    params,
    body: WebhookUpdate,
    success: { status: 200, description: 'The updated webhook.', schema: Webhook },
    errors: ['version_mismatch', 'owner_may_not_act'],
    returnsSecret: true,
    patch: updateWebhook,
  }),
  writes({
    method: 'DELETE',
    path: '/webhooks/outbound/:id',
    operationId: 'deleteOutboundWebhook',
    tag,
    summary: 'Delete an outbound webhook',
    description:
      'No more deliveries are sent: pending ones are marked as failed, without an alert. Deliveries can still be read by id.',
    policy: may('webhooks.manage'),
    params,
    success: { status: 200, description: 'Confirmation of the deletion.', schema: WebhookDeleted },
    errors: ['version_mismatch'],
    write: deleteWebhook,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/outbound/:id/rotate-secret',
    operationId: 'rotateOutboundSecret',
    tag,
    summary: 'Rotate outbound webhook secret',
    description:
      'Deliveries are signed with the new secret from then on. For `grace_seconds`, `webhook-signature` also contains a signature with the old secret; `X-Service-Signature` is always computed with the new one. Send `{}` for the default of 24 hours.',
    policy: may('webhooks.manage'),
    params,
    body: SecretRotate,
    success: {
      status: 200,
      description: 'The new secret, returned in this response only.',
      schema: SecretRotated,
    },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateSecret,
  }),
];
