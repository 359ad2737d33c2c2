// Tests of inbound webhooks post events as a monitoring system does.
import { createHmac, randomUUID } from 'node:crypto';
import { makeSecret, standardSignature } from '../../src/webhooks/signing.ts';
import type { Json, Reply } from '../support/harness.ts';
import type { TestInstance } from './setup.ts';

export { makeSecret };

export const hex = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export const standardHeaders = (
  secret: string,
  body: string,
  at: Date,
  id = `msg_${randomUUID()}`,
) => {
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(secret, id, timestamp, Buffer.from(body)),
  };
};

export interface Posted {
  webhook: Json;
  post: (payload: Json, headers?: Record<string, string>) => Promise<Reply>;
}

/** Creates a webhook and a function that posts to it, signed if it has a secret unless the headers say otherwise. */
export async function inbound(
  instance: Pick<TestInstance, 'call'>,
  fields: Json = {},
  by: { email?: string } = {},
): Promise<Posted> {
  const {
    status,
    body: webhook,
    text,
  } = await instance.call('POST', '/webhooks/inbound', {
    ...by,
    body: { name: 'Probe', field_mapping: { short_description: '{{ title }}' }, ...fields },
  });
  if (status !== 201) throw new Error(text);
  const post: Posted['post'] = (payload, headers) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const signature = webhook.secret && { 'x-service-signature': hex(webhook.secret, body) };
    return instance.call('POST', `/webhooks/inbound/${webhook.id}`, {
      as: null,
      body,
      headers: { ...signature, ...headers },
    });
  };
  return { webhook, post };
}

export const unsigned = { secret_enabled: false };
