// The endpoints of outbound webhooks.
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
      'The caller becomes its owner. If it signs, `secret` is in this answer and never again. Try it with `test`.',
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
    summary: 'Get one outbound webhook',
    description:
      'Without its secret. The path of `url` and the values of headers are shown to those who manage webhooks.',
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
    summary: 'Change an outbound webhook',
    description:
      'Fields that are absent stay; lists and headers are replaced whole. Deliveries that wait are sent as the webhook is then. `sign_payloads` set to true for the first time shows `secret` once.',
    policy: may('webhooks.manage'),
    params,
    body: WebhookUpdate,
    success: { status: 200, description: 'The webhook as it is now.', schema: Webhook },
    errors: ['version_mismatch'],
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
      'It receives nothing more: deliveries that wait end as failed, without an alert. Its deliveries stay readable by id.',
    policy: may('webhooks.manage'),
    params,
    success: { status: 200, description: 'What was deleted.', schema: WebhookDeleted },
    errors: ['version_mismatch'],
    write: deleteWebhook,
  }),
  writes({
    method: 'POST',
    path: '/webhooks/outbound/:id/rotate-secret',
    operationId: 'rotateOutboundSecret',
    tag,
    summary: 'Replace the secret',
    description:
      'The new secret signs from now on. `webhook-signature` carries a signature by the old one too for `grace_seconds`; `X-Service-Signature` has one signature, by the new secret. Send `{}` for the default.',
    policy: may('webhooks.manage'),
    params,
    body: SecretRotate,
    success: { status: 200, description: 'The new secret, shown once.', schema: SecretRotated },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateSecret,
  }),
];
