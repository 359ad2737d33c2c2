// Tests of outbound webhooks run an instance with a worker and a receiver.
import { after, before, describe } from 'node:test';
import {
  type RequestOptions,
  type Instance,
  type Json,
  startInstance,
} from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { type Receiver, receiverEnv, startReceiver } from '../support/receivers.ts';

export interface Outbound {
  running: Instance;
  call: Instance['call'];
  /** Creates a webhook with a receiver of its own. */
  webhook: (
    fields?: Json,
    options?: RequestOptions,
  ) => Promise<{ webhook: Json; receiver: Receiver }>;
  incident: (fields?: Json) => Promise<Json>;
  deliveries: (webhookId: string, query?: string) => Promise<Json[]>;
  /** Waits until the webhook has this many deliveries with the status. */
  waitForDeliveries: (webhookId: string, status: string, count?: number) => Promise<Json[]>;
}

/** The contract's delays are 30, 120, 600 and 1800 seconds; the tests are a hundred times faster or more. */
const QUICK = '0.2,0.3,0.4,0.5';

export function outboundSection(
  name: string,
  tests: (instance: Outbound) => void,
  env: Record<string, string> = {},
): void {
  describe(name, () => {
    let running: Instance;
    const receivers: Receiver[] = [];
    before(async () => {
      running = await startInstance({
        worker: true,
        env: { RETRY_DELAYS_SECONDS: QUICK, ...receiverEnv(), ...env },
      });
    });
    after(async () => {
      await running.stop();
      await Promise.all(receivers.map((receiver) => receiver.close()));
    });
    const call: Instance['call'] = (...args) => running.call(...args);
    const deliveries = async (id: string, query = '') =>
      (await call('GET', `/webhooks/outbound/${id}/deliveries?limit=200${query}`)).body.data;
    tests({
      get running() {
        return running;
      },
      call,
      webhook: async (fields = {}, options = {}) => {
        const receiver = await startReceiver();
        receivers.push(receiver);
        const { status, body, text } = await call('POST', '/webhooks/outbound', {
          ...options,
          body: { name: 'Pager', url: receiver.url, events: ['incident.created'], ...fields },
        });
        if (status !== 201) throw new Error(text);
        return { webhook: body, receiver };
      },
      incident: async (fields = {}) => {
        const { status, body, text } = await call('POST', '/incidents', {
          body: { short_description: 'Printer on fire', ...fields },
        });
        if (status !== 201) throw new Error(text);
        return body;
      },
      deliveries,
      waitForDeliveries: (id, status, count = 1) =>
        until(`${count} ${status}`, async () => {
          const all = await deliveries(id, `&status=${status}`);
          return all.length >= count && all;
        }),
    });
  });
}
