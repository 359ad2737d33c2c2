// In Chromium, an outbound webhook is created, its failed delivery is found and replayed, thirty are replayed by filter,
// its secret is rotated, and it is resumed after its owner was deactivated. The receiver is a real HTTPS server, and the
// copied commands are run.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { Json } from '../../../server/test/support/harness.ts';
import { until } from '../../../server/test/support/processes.ts';
import {
  authority,
  type Receiver,
  receiverEnv,
  respondWith,
  startReceiver,
} from '../../../server/test/support/receivers.ts';
import { atMost, type Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, examine, openConsole, type Person } from '../console-browser.ts';
import { createIncidents } from './queue-fill.ts';

/** Retries follow each other much faster than in the contract. */
export const quickRetries = { RETRY_DELAYS_SECONDS: '0.1,0.1,0.1,0.1' };

interface Walk {
  console: ConsoleInstance;
  manager: Person;
  receiver: Receiver;
  faults: string[];
}

const urgent = (index: number) => ({ short_description: `Alarm ${index}`, priority: 'P1' });

const failing = respondWith(500, '{"error":"database is away"}', { server: 'receiver' });

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function deliveriesOf({ console }: Walk, webhookId: string, status: string): Promise<Json[]> {
  const path = `/webhooks/deliveries?webhook_id=${webhookId}&status=${status}&limit=200`;
  return (await console.instance.call('GET', path)).body.data;
}

const waitForDeliveries = (walk: Walk, webhookId: string, status: string, count: number) =>
  until(`${count} ${status} deliveries`, async () => {
    const found = await deliveriesOf(walk, webhookId, status);
    return found.length >= count && found;
  });

/** Creates a webhook with the form; the secret is read from the dialog that shows it once. */
async function makeWebhook({ manager: { page }, console, receiver }: Walk) {
  await page.goto(`${console.url}/console/webhooks/outbound`);
  await button(page, 'New webhook').first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pager');
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await page.getByRole('checkbox', { name: /incident\.created/ }).check();
  await button(page, 'Add a filter').click();
  await page.getByRole('combobox', { name: 'Path of filter 1' }).fill('incident.priority');
  await page.getByRole('combobox', { name: 'Operator of filter 1' }).selectOption('in');
  await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('P1, P2');
  await button(page, 'Create webhook').click();
  const secret = await dialog(page).getByRole('region', { name: 'Secret' }).textContent();
  await button(page, 'I have stored it').click();
  await page.waitForURL(/\/webhooks\/outbound\/wh_out_/);
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', secret: secret ?? '' };
}

/** Finds a failed delivery by its status, compares its attempts, runs its curl commands, and replays it. */
async function replayOne(walk: Walk, id: string, secret: string): Promise<void> {
  const { manager, console, receiver, faults } = walk;
  const { page, context } = manager;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  receiver.respond = failing;
  await createIncidents(console.instance, 1, urgent);
  await createIncidents(console.instance, 1, (index) => ({ ...urgent(index), priority: 'P4' }));
  await waitForDeliveries(walk, id, 'failed', 1);
  await page.goto(`${console.url}/console/webhooks/outbound`);
  await page.getByRole('row').filter({ hasText: 'Pager' }).getByText('Failing').waitFor();
  await page.keyboard.press('Enter');
  const rows = page.locator('[role=rowgroup] [role=row]');
  await page.getByRole('heading', { level: 2, name: 'Deliveries' }).waitFor();
  await rows.first().waitFor();
  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/status=failed/);
  await rows.first().waitFor();
  if ((await rows.count()) !== 1) faults.push(`${await rows.count()} failed deliveries are listed`);
  await rows.first().click();
  const attempts = page.getByRole('region', { name: 'Attempts' });
  await attempts.waitFor();
  const columns = await attempts.getByRole('columnheader').count();
  if (columns !== 6) faults.push(`${columns - 1} attempts are side by side, not 5`);
  await page.getByText('database is away').first().waitFor();
  faults.push(...(await examine(page)).map((finding) => `inspector: ${finding}`));

  receiver.respond = respondWith(204);
  await button(page, 'Copy as curl').click();
  await page.getByText('Set the variable SECRET before you run the commands').waitFor();
  const command = (await page.evaluate('navigator.clipboard.readText()')) as string;
  if (command.includes(secret)) faults.push('the copied command has the secret');
  const before = receiver.received.length;
  await promisify(execFile)('bash', ['-c', command], {
    env: { ...process.env, SECRET: secret, CURL_CA_BUNDLE: authority().caFile },
  });
  const sent = receiver.received[before];
  const expected = createHmac('sha256', secret)
    .update(sent?.body ?? '')
    .digest('hex');
  if (sent?.headers['x-service-signature'] !== expected)
    faults.push('the copied command has another signature than deliveries');
  if (sent?.body.toString() !== receiver.received[0]?.body.toString())
    faults.push('the copied command sends other bytes');

  const failed = page.url();
  await button(page, /^Replay$/).click();
  await page.waitForURL((url) => url.href !== failed);
  await page.getByText('Delivered', { exact: true }).first().waitFor();
}

/** Replays thirty failed deliveries with one dialog; all arrive. */
async function replayMany(walk: Walk, count: number): Promise<number> {
  const { manager, console, receiver } = walk;
  const { page } = manager;
  const body = { name: 'Board', url: `${receiver.url}?board`, events: ['incident.created'] };
  const { id } = (await console.instance.call('POST', '/webhooks/outbound', { body })).body;
  receiver.respond = failing;
  await createIncidents(console.instance, count, (index) => ({
    short_description: `For the board ${index}`,
    priority: 'P3',
  }));
  await waitForDeliveries(walk, id, 'failed', count);
  receiver.respond = respondWith(204);
  await page.goto(`${console.url}/console/webhooks/outbound/${id}`);
  await button(page, 'Replay…').click();
  const first = dialog(page).getByRole('combobox', { name: 'Status' });
  await first.and(page.locator(':focus')).waitFor();
  walk.faults.push(...(await examine(page)).map((finding) => `replay: ${finding}`));
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await dialog(page).getByText(`${count} deliveries replayed.`).waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const arrived = await waitForDeliveries(walk, id, 'delivered', count);
  return arrived.length;
}

/** A test shows the response, a rotation shows how long the old secret lasts, and missed events are recovered. */
async function manage(walk: Walk, id: string, secret: string): Promise<void> {
  const { manager, console, receiver, faults } = walk;
  const { page } = manager;
  receiver.respond = respondWith(200, '{"ok":true}');
  await page.goto(`${console.url}/console/webhooks/outbound/${id}`);
  await button(page, 'Send a test').click();
  await dialog(page).getByRole('button', { name: 'Send the test' }).click();
  await dialog(page).getByText('Delivered', { exact: true }).waitFor();
  faults.push(...(await examine(page)).map((finding) => `test: ${finding}`));
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  const next = await dialog(page).getByRole('region', { name: 'Secret' }).textContent();
  if (next === secret) faults.push('the secret is the same after the rotation');
  await button(page, 'I have stored it').click();
  await page.reload();
  await page.getByText(/Old secret valid for 23:59:/).waitFor();

  await page.getByRole('tab', { name: 'Settings' }).click();
  const active = page.getByRole('switch', { name: 'Active' });
  await active.uncheck();
  await button(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Inactive').first().waitFor();
  const before = receiver.received.length;
  await createIncidents(console.instance, 1, () => urgent(99));
  await active.check();
  await button(page, 'Save').click();
  await page.getByText('Healthy').or(page.getByText('Failing')).first().waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Recover missed events…' }).click();
  await dialog(page).getByRole('button', { name: 'Recover' }).click();
  await dialog(page).getByText('1 of 2 matching events').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await until('the missed event arrives', () => receiver.received.length > before);
}

/** A webhook whose owner was deactivated is shown as suspended, and is resumed by another owner. */
async function resume({ console, manager, faults }: Walk, id: string): Promise<void> {
  const { page, email, faults: ownFaults } = await console.signIn('root', 'super_admin');
  const as = 'super_admin';
  const users = (await console.instance.call('GET', '/users', { as })).body.data as Json[];
  const owner = users.find((user) => user['email'] === manager.email);
  await console.instance.call('PATCH', `/users/${owner?.['id']}`, { as, body: { active: false } });
  await page.goto(`${console.url}/console/webhooks/outbound/${id}`);
  await page.getByText('Suspended', { exact: true }).waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Change the owner…' }).click();
  const address = dialog(page).getByRole('combobox');
  const choose = (name: string) => dialog(page).getByRole('option', { name }).click();
  await address.fill('nobody@example.com');
  await choose('The client nobody@example.com');
  await dialog(page).getByRole('alert').waitFor();
  faults.push(...(await examine(page)).map((finding) => `owner: ${finding}`));
  await address.fill('root');
  await choose(email);
  await page.getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });
  const { body } = await console.instance.call('GET', `/webhooks/outbound/${id}`);
  if (body.owner !== email || body.status !== 'active')
    faults.push(`the webhook of ${body.owner} is ${body.status}`);
  faults.push(...ownFaults);
}

export async function proveWebhooks({ failed }: { failed: number }): Promise<Report> {
  const console = await openConsole({ env: { ...receiverEnv(), ...quickRetries } });
  const receiver = await startReceiver();
  const faults: string[] = [];
  try {
    const manager = await console.signIn('mona', 'itsm_manager');
    const walk: Walk = { console, manager, receiver, faults };
    const { id, secret } = await makeWebhook(walk);
    await replayOne(walk, id, secret);
    const replayed = await replayMany(walk, failed);
    await manage(walk, id, secret);
    await resume(walk, id);
    faults.push(...manager.faults);
    return {
      figures: { failed, replayed },
      faults,
      goals: [atMost('failed deliveries that were not replayed', failed - replayed, 0)],
    };
  } finally {
    await console.stop();
    await receiver.close();
  }
}
