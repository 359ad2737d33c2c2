// In Chromium, a delivery whose next attempt is an hour away is tried again at once, a replay of it is refused with
// that time, and the page of its webhook shows its health without a reload.
import type { Page } from 'playwright-core';
import {
  receiverEnv,
  respondWith,
  type Receiver,
  startReceiver,
} from '../../../server/test/support/receivers.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, examine, openConsole } from '../console-browser.ts';
import { send } from './reference-fill.ts';
import { rowOf, waitFor } from './walks.ts';

/** No attempt follows by itself during the walk. */
const slowRetries = { RETRY_DELAYS_SECONDS: '3600,3600,3600,3600' };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function firstDelivery({ instance }: ConsoleInstance, webhookId: string): Promise<string> {
  const path = `/webhooks/deliveries?webhook_id=${webhookId}&status=retrying`;
  return waitFor('a failed attempt', async () => {
    const { data } = await send(instance, 'GET', path);
    return data[0]?.id as string | undefined;
  });
}

/** The page is shown an older state, because its button is off while the delivery has not finished. */
async function refuseReplay(page: Page, id: string): Promise<void> {
  await page.route(`**/api/v1/webhooks/deliveries/${id}`, async (route) => {
    const response = await route.fetch();
    const delivery = { ...(await response.json()), status: 'failed' };
    delete delivery.next_attempt_at;
    await route.fulfill({ response, json: delivery });
  });
  await page.reload();
  await button(page, 'Replay').click();
  await page.getByText(/not replayed. It has not finished. The next attempt is at \d\d:/).waitFor();
  await page.unroute(`**/api/v1/webhooks/deliveries/${id}`);
  await page.reload();
}

/** A webhook with a wildcard is created by the form, and stored and shown as it was given. */
async function createForGroup(page: Page, { instance, url }: ConsoleInstance, target: string) {
  await page.goto(`${url}/console/webhooks/outbound/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Board');
  await page.getByRole('textbox', { name: 'URL' }).fill(target);
  await page.getByRole('radio', { name: /^All events of one group/ }).check();
  await page.getByRole('combobox', { name: 'Group' }).selectOption('incident.*');
  await button(page, 'Create webhook').click();
  await button(page, 'I have stored it').click();
  await page.waitForURL(/\/webhooks\/outbound\/wh_out_/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return send(instance, 'GET', `/webhooks/outbound/${id}`);
}

async function walk(opened: ConsoleInstance, receiver: Receiver, faults: string[]): Promise<void> {
  const { instance } = opened;
  const { page, faults: own } = await opened.signIn('mona', 'itsm_manager');
  const webhook = await createForGroup(page, opened, receiver.url);
  if (webhook.events.join() !== 'incident.*') faults.push(`the events are ${webhook.events}`);
  await page.getByText('Idle', { exact: true }).waitFor();
  receiver.respond = respondWith(500);
  await send(instance, 'POST', '/incidents', { short_description: 'Printer on fire' });
  const id = await firstDelivery(opened, webhook.id);
  await rowOf(page, id).getByText('Retrying').waitFor();
  await rowOf(page, id).click();
  await button(page, 'Try again now').waitFor();
  const reason = await button(page, 'Replay').getAttribute('data-tip');
  if (!/The next attempt is at \d\d:\d\d:\d\d\./.test(reason ?? ''))
    faults.push(`the reason against a replay is ${reason}`);
  faults.push(...(await examine(page)).map((finding) => `delivery: ${finding}`));
  await refuseReplay(page, id);
  receiver.respond = respondWith(204);
  await button(page, 'Try again now').click();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  const { attempts } = await send(instance, 'GET', `/webhooks/deliveries/${id}`);
  if (attempts.length !== 2) faults.push(`${attempts.length} attempts were made, not 2`);
  await page.goBack();
  await page.getByText('Healthy', { exact: true }).waitFor();

  await button(page, 'Send a test').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption('ci.discovered');
  await dialog.getByRole('button', { name: 'Send the test' }).click();
  await dialog.getByText('Delivered', { exact: true }).waitFor();
  faults.push(...(await examine(page)).map((finding) => `test: ${finding}`), ...own);
  const { event } = JSON.parse(receiver.received.at(-1)?.body.toString() ?? '{}');
  if (event !== 'ci.discovered') faults.push(`the test sent ${event}`);
}

export async function proveRetry(): Promise<Report> {
  const opened = await openConsole({ env: { ...receiverEnv(), ...slowRetries } });
  const receiver = await startReceiver();
  const faults: string[] = [];
  try {
    await walk(opened, receiver, faults);
    return { figures: {}, faults };
  } finally {
    await opened.stop();
    await receiver.close();
  }
}
