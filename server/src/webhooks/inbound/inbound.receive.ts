// Receives events posted to a webhook's URL: authenticates the sender, parses the payload, then processes the event.
import { ApiError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/context.ts';
import type { RawRequest } from '../../platform/http/request/context.ts';
import type { SerializedReply } from '../../platform/http/request/context.ts';
import { write } from '../../platform/http/routes/write.ts';
import { deliveryIdOf, storedHeaders } from './inbound.headers.ts';
import { openedSecretsOf } from './inbound.secrets.ts';
import { INBOUND_ID } from './inbound.schema.ts';
import { type InboundRow, inboundWebhooks } from './inbound.sql.ts';
import { type InboundEvent, processEvent } from './inbound.process.ts';
import { actingOwner } from './owner.ts';
import { readPayload } from './payload.ts';
import { isSigned } from './signatures.ts';

/** Every rejection has the same response, so that it does not reveal whether the webhook exists. */
const authenticationError = () =>
  new ApiError(
    'unauthenticated',
    'There is no active webhook at this URL, or the signature is missing or wrong. Check the URL and the secret.',
    {},
    { 'www-authenticate': 'Signature realm="signalbox"' },
  );

/** A malformed id gets the same response as an unknown one. */
const idPattern = new RegExp(INBOUND_ID);

interface AuthenticatedWebhook {
  webhook: InboundRow;
  owner: Actor;
}

async function authenticate(request: RawRequest<{ id: string }>): Promise<AuthenticatedWebhook> {
  const { deps, params, headers, bytes, now } = request;
  const webhook = idPattern.test(params.id)
    ? await inboundWebhooks.find(deps.db, params.id)
    : undefined;
  const owner = webhook?.active ? actingOwner(deps, webhook, now) : undefined;
  const secrets = webhook ? openedSecretsOf(deps.keys, webhook)(now) : [];
  // The signature is verified for unknown webhooks too, so that the response time does not reveal whether one exists.
  const hasValidSignature = isSigned(headers, bytes, secrets, now);
  const isAuthenticated = hasValidSignature || webhook?.secret_enabled === false;
  if (!webhook || !owner || !isAuthenticated) throw authenticationError();
  await request.charge(webhook.handle);
  return { webhook, owner };
}

const isExternalIdTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'external_id_taken';

export async function receiveEvent(request: RawRequest<{ id: string }>): Promise<SerializedReply> {
  const { webhook, owner } = await authenticate(request);
  const { deps, headers, bytes } = request;
  const event: InboundEvent = {
    source: { payload: readPayload(bytes), headers: storedHeaders(headers) },
    bytes,
    deliveryId: deliveryIdOf(headers),
  };
  const context = { ...request, actor: owner, reach: 'all' as const };
  const process = (one: InboundEvent) =>
    write(deps, undefined, (tx) => processEvent(tx, context, webhook, one), request.beginCommit);
  try {
    return await process(event);
  } catch (error) {
    if (!isExternalIdTaken(error)) throw error;
    return process({ ...event, withoutExternalId: true });
  }
}
