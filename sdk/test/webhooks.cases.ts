// The SDK verifies deliveries of a real instance, and signs events for an inbound webhook.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../server/test/support/processes.ts';
import {
  type ReceivedRequest,
  type Receiver,
  startReceiver,
} from '../../server/test/support/receivers.ts';
import { SignalboxError, webhooks } from '../src/index.ts';
import type { SdkInstance } from './setup.ts';

const isInvalid = (error: unknown): boolean => SignalboxError.is(error, 'invalid_signature');

export function webhookTests(instance: SdkInstance): void {
  const receivers: Receiver[] = [];
  after(() => Promise.all(receivers.map((receiver) => receiver.close())));

  /** Returns the delivery of a new incident, and the secret of its webhook. */
  const delivery = async (): Promise<{ received: ReceivedRequest; secret: string; id: string }> => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const client = await instance.clientAs('itsm_manager');
    const { secret = '' } = await client.webhooks.outbound.create({
      name: 'Pager',
      url: receiver.url,
      events: ['incident.created'],
      sign_payloads: true,
    });
    const { id } = await client.incidents.create({ short_description: 'Printer on fire' });
    const received = await until('a delivery', () => receiver.received[0]);
    return { received, secret, id };
  };

  test('a delivery is unwrapped from its bytes and from its text, with both kinds of signature', async () => {
    const { received, secret, id } = await delivery();
    const { body, headers } = received;
    const event = await webhooks.unwrap(body, headers, secret);
    assert.equal(event.event, 'incident.created');
    assert.equal(event.data.id, id);
    assert.deepEqual(
      await webhooks.unwrap(body.toString(), new Headers(headers as never), secret),
      event,
    );
    const plain = { 'X-Service-Signature': headers['x-service-signature'] };
    assert.deepEqual(await webhooks.unwrap(body, plain, secret, { allowUntimed: true }), event);
  });

  test('a delivery without its time is refused, since it could be sent again for ever', async () => {
    const { received, secret } = await delivery();
    const { body, headers } = received;
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await assert.rejects(
        webhooks.unwrap(body, { ...headers, [name]: undefined }, secret),
        /so its age is unknown/,
      );
  });

  test('another body, another secret, an old delivery and one without a signature are refused', async () => {
    const { received, secret } = await delivery();
    const { body, headers } = received;
    const changed = body.toString().replace('Printer', 'Plotter');
    const other = `whsec_${btoa('another secret of thirty-two byte')}`;
    const plain = { 'x-service-signature': headers['x-service-signature'] };
    const attempts = [
      webhooks.unwrap(changed, headers, secret),
      webhooks.unwrap(changed, plain, secret, { allowUntimed: true }),
      webhooks.unwrap(body, headers, other),
      webhooks.unwrap(body, plain, other, { allowUntimed: true }),
      webhooks.unwrap(body, headers, 'whsec_not base64!'),
      webhooks.unwrap(body, { ...headers, 'webhook-timestamp': '1700000000' }, secret),
      webhooks.unwrap(body, headers, secret, { toleranceSeconds: -1 }),
      webhooks.unwrap(body, { 'x-service-signature': 'sha256=00' }, secret, {
        allowUntimed: true,
      }),
      webhooks.unwrap(body, {}, secret),
    ];
    await Promise.all(attempts.map((attempt) => assert.rejects(attempt, isInvalid)));
  });

  test('an inbound webhook accepts what the SDK signs', async () => {
    const client = await instance.clientAs('itsm_manager');
    const { id, secret = '' } = await client.webhooks.inbound.create({
      name: 'Probe',
      secret_enabled: true,
      field_mapping: { short_description: '{{ service }}' },
    });
    const payload = { service: 'checkout' };
    const headers = await webhooks.sign(JSON.stringify(payload), secret, { id: 'probe-1' });
    const sent = await client.webhooks.inbound.send(id ?? '', payload, { headers });
    assert.equal(sent.status, 'created');
    assert.deepEqual(
      await webhooks.unwrap(JSON.stringify(payload), headers, secret),
      payload as never,
    );
    await assert.rejects(client.webhooks.inbound.send(id ?? '', payload), (error) =>
      SignalboxError.is(error, 'unauthenticated'),
    );
  });
}
