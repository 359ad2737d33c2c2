// Checks every state of the pages of webhooks, overview and profile with axe on every screen, and for violations of
// the policy. The instance has the data of the demonstration, so that charts have a past.
import type { Page } from 'playwright-core';
import { seedEmpty } from '../../../server/src/demo/index.ts';
import type { Instance } from '../../../server/test/support/harness.ts';
import { until } from '../../../server/test/support/processes.ts';
import {
  type Receiver,
  receiverEnv,
  respondWith,
  startReceiver,
} from '../../../server/test/support/receivers.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { examineStates, type States } from './examine-states.ts';
import { createIncidents } from './queue-fill.ts';
import { quickRetries } from './webhooks.ts';

const hook = (name: string, url: string, rest: object = {}) => ({
  name,
  url,
  events: ['incident.created', 'incident.resolved'],
  filters: [{ field: 'incident.priority', operator: 'in', value: ['P1', 'P2'] }],
  headers: { 'x-team': 'desk' },
  ...rest,
});

interface Made {
  pager: string;
  failed: string;
  handle: string;
}

/** Creates webhooks of every health, with a failed delivery, and an inbound one that has received an alert. */
async function fill(instance: Instance, receiver: Receiver, away: Receiver): Promise<Made> {
  const make = async (body: object) =>
    (await instance.call('POST', '/webhooks/outbound', { body })).body.id as string;
  const pager = await make(hook('Pager of the operations team', receiver.url));
  const board = await make(hook('Status board', away.url));
  await make(hook('Chat', receiver.url, { events: ['change.approved'], filters: [] }));
  await make(hook('Old ticket system', receiver.url, { active: false }));
  await createIncidents(instance, 8, (index) => ({
    short_description: `Checkout answers 502 in zone ${index}`,
    priority: index % 2 ? 'P1' : 'P2',
  }));
  const failed = await until('failed deliveries', async () => {
    const path = `/webhooks/deliveries?webhook_id=${board}&status=failed`;
    const { data } = (await instance.call('GET', path)).body;
    return data.length >= 8 && (data[0].id as string);
  });
  const templates = (await instance.call('GET', '/webhooks/inbound/templates')).body.data;
  const made = await instance.call('POST', '/webhooks/inbound', { body: templates[0].webhooks[0] });
  for (const status of ['firing', 'firing', 'resolved'])
    await fetch(`${instance.url}/prod/api/webhooks/inbound/${made.body.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        status,
        groupKey: '{}:{alertname="DiskFull"}',
        commonLabels: { alertname: 'DiskFull', instance: 'db-1' },
        commonAnnotations: { summary: 'The disk of db-1 is full' },
        alerts: [{ status, labels: { instance: 'db-1' } }],
      }),
    });
  return { pager, failed, handle: made.body.handle };
}

const row = (page: Page) => page.locator('[role=rowgroup] [role=row]').first().waitFor();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const opening = (name: string | RegExp) => async (page: Page) => {
  await heading(page);
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

const statesOf = ({ pager, failed, handle }: Made): States => ({
  overview: [
    '/console/overview',
    async (page) => {
      await page.getByRole('img', { name: /Time to resolve/ }).waitFor();
      await page.getByRole('img', { name: /Deliveries per hour/ }).waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    },
  ],
  'overview-weeks': [
    '/console/overview?days=91',
    async (page) => {
      await page.getByRole('img', { name: /Time to resolve/ }).waitFor();
      for (const numbers of await page.getByText('Numbers').all()) await numbers.click();
    },
  ],
  outbound: ['/console/webhooks/outbound', row],
  'outbound-new': ['/console/webhooks/outbound/new', heading],
  'outbound-record': [`/console/webhooks/outbound/${pager}`, row],
  'outbound-charts': [`/console/webhooks/outbound/${pager}?tab=charts`, heading],
  'outbound-settings': [`/console/webhooks/outbound/${pager}?tab=settings`, heading],
  'outbound-replay': [`/console/webhooks/outbound/${pager}`, opening('Replay…')],
  'outbound-test': [
    `/console/webhooks/outbound/${pager}`,
    async (page) => {
      await opening('Send a test')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Send the test' }).click();
      await page.getByRole('dialog').getByText('Response', { exact: true }).waitFor();
    },
  ],
  'outbound-missing': [
    `/console/webhooks/outbound/wh_out_${'0'.repeat(32)}`,
    (page) => page.getByRole('alert').waitFor(),
  ],
  deliveries: ['/console/webhooks/deliveries', row],
  'deliveries-none': [
    '/console/webhooks/deliveries?record=INC9999999',
    (page) => page.getByText('Nothing matches').waitFor(),
  ],
  'deliveries-refused': [
    '/console/webhooks/deliveries?status=nonsense',
    (page) => page.getByRole('alert').waitFor(),
  ],
  delivery: [
    `/console/webhooks/deliveries/${failed}`,
    (page) => page.getByRole('region', { name: 'Attempts' }).waitFor(),
  ],
  inbound: ['/console/webhooks/inbound', row],
  'inbound-new': ['/console/webhooks/inbound/new', heading],
  'inbound-playground': [
    `/console/webhooks/inbound/${handle}`,
    async (page) => {
      const result = page.getByRole('complementary', { name: 'Result' });
      await result.getByText(/^Would/).waitFor();
    },
  ],
  'inbound-events': [`/console/webhooks/inbound/${handle}?tab=events`, row],
  'inbound-event': [
    `/console/webhooks/inbound/${handle}?tab=events`,
    async (page) => {
      await row(page);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Try with a draft' }).waitFor();
    },
  ],
  'inbound-settings': [`/console/webhooks/inbound/${handle}?tab=settings`, heading],
  profile: ['/console/profile', heading],
  'profile-key': ['/console/profile', opening('New key')],
});

export async function proveWebhookPages(
  { every }: { every: number },
  folder = '',
  only = '',
): Promise<Report> {
  // The rail shows no name of the instance, because these screenshots are also used in the documents.
  const opened = await openConsole({
    env: { ...receiverEnv(), ...quickRetries, INSTANCE_NAME: 'signalbox' },
  });
  const [receiver, away] = await Promise.all([
    startReceiver(respondWith(200, '{"ok":true}', { server: 'pager' })),
    startReceiver(respondWith(503, '{"error":"maintenance"}', { 'retry-after': '5' })),
  ]);
  try {
    await seedEmpty(opened.instance.deps);
    const made = await fill(opened.instance, receiver, away);
    const person = await opened.signIn('mona', 'itsm_manager');
    const states = Object.fromEntries(
      Object.entries(statesOf(made)).filter(([name]) => name.startsWith(only)),
    );
    const count = await examineStates(opened, person, states, { every, folder });
    return { figures: { states: count, checks: count * screens.length }, faults: person.faults };
  } finally {
    await opened.stop();
    await Promise.all([receiver.close(), away.close()]);
  }
}
