// Tasks of managers, administrators and employees, and on a phone.
import { respondWith } from '../../../../server/test/support/receivers.ts';
import { waitFor } from '../walks.ts';
import { check, get, open, post, type Scene, type Task } from './scene.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const approve: Task = {
  name: 'Approve a change, see its conflicts',
  first: { text: '4 actions, 2.6 s; no queue of what waits for me', actions: 4 },
  prepare: async (scene) => {
    const ci = await post(scene, '/cmdb/cis', { name: 'payment-gateway', class: 'service' });
    const window = { ci_ids: [ci.id], planned_start_at: inDays(3), planned_end_at: inDays(4) };
    const other = await post(
      scene,
      '/changes',
      { short_description: 'Move the gateway', ...window },
      'agent',
    );
    const { id } = await post(
      scene,
      '/changes',
      { short_description: 'Upgrade the gateway', ...window },
      'agent',
    );
    await open(scene, scene.helen, '/incidents');
    return async (handOf) => {
      const hand = handOf(scene.helen);
      const rail = hand.page.getByRole('navigation', { name: 'Pages' });
      await hand.click(rail.getByRole('link', { name: /^Waits for my approval/ }).first());
      await hand.click(hand.page.locator(`#row-${id}`));
      const conflicts = hand.page.getByRole('region', { name: 'Conflicts' });
      await conflicts.getByText('payment-gateway').first().waitFor();
      await conflicts.getByText(other.id).first().waitFor();
      await hand.click(hand.page.getByRole('button', { name: 'Approve' }));
      await hand.write('After the other one', hand.page.getByRole('textbox', { name: /^Comment/ }));
      await hand.press('Control+Enter');
      await waitFor('the approval', async () =>
        (await get(scene, `/changes/${id}`))['state'] === 'approved' ? true : undefined,
      );
      return 'from the view of what waits for her; the conflict names CI and change';
    };
  },
};

const report: Task = {
  name: 'File as an employee and follow it',
  first: { text: '2 clicks, 2 texts, 1.2 s; then nothing ever arrives', actions: 2, texts: 2 },
  prepare: async (scene) => {
    await open(scene, scene.anna, '/home');
    return async (handOf) => {
      const hand = handOf(scene.anna);
      await hand.click(hand.page.getByRole('link', { name: /^Report a problem/ }));
      await hand.write(
        'My screen flickers',
        hand.page.getByRole('textbox', { name: 'What is not working?' }),
      );
      await hand.click(hand.page.getByRole('button', { name: 'Send' }));
      await hand.page.getByText('We have received your report').first().waitFor();
      const id = new URL(hand.page.url()).pathname.split('/').at(-1) ?? '';
      const { requester } = await get(scene, `/incidents/${id}`);
      check('the requester', requester, scene.anna.email);
      await scene.console.instance.call('PATCH', `/incidents/${id}`, {
        body: { state: 'in_progress' },
      });
      await hand.page.getByText('We are working on it').first().waitFor();
      return 'the page follows without a reload; answers are mailed';
    };
  },
};

const ARTICLE = 'Unlock a badge reader';
const TEXT =
  'A badge reader locks itself. Hold its blue key for twelve seconds, until it blinks twice.';

const article: Task = {
  name: 'Write, review, publish, find an article',
  first: { text: '6 clicks, 2 texts; rank 1', actions: 6, texts: 2 },
  prepare: async (scene) => {
    await open(scene, scene.ines, '/knowledge');
    await open(scene, scene.helen, '/incidents');
    return async (handOf) => {
      const author = handOf(scene.ines);
      await author.click(author.page.getByRole('button', { name: 'New article' }).first());
      await author.write(ARTICLE, author.page.getByRole('textbox', { name: 'Title' }));
      await author.write(TEXT, author.page.getByRole('textbox', { name: 'Text' }));
      await author.click(author.page.getByRole('button', { name: 'Save' }));
      await author.click(author.page.getByRole('button', { name: 'Submit for review' }));
      await author.page.getByText('Waiting for a manager').waitFor();
      const reviewer = handOf(scene.helen);
      const rail = reviewer.page.getByRole('navigation', { name: 'Pages' });
      await reviewer.click(rail.getByRole('link', { name: 'Knowledge' }));
      await reviewer.click(reviewer.page.getByRole('row').filter({ hasText: ARTICLE }));
      await reviewer.click(reviewer.page.getByRole('button', { name: 'Publish' }));
      await reviewer.page.getByRole('button', { name: 'Retire' }).waitFor();
      const { groups } = await get(scene, '/search?q=badge+reader&types=article');
      check('the first result', groups[0]?.data[0]?.title, ARTICLE);
      return 'rank 1 in the one search';
    };
  },
};

const deliveriesOf = async (scene: Scene, status: string): Promise<{ id: string }[]> =>
  (await get(scene, `/webhooks/deliveries?status=${status}`))['data'];

const webhook: Task = {
  name: 'Webhook: set up, break, find, replay',
  first: {
    text: '4 clicks and 2 fields; failure in 2 clicks; replay 1 click',
    actions: 7,
    texts: 2,
  },
  prepare: async (scene) => {
    await open(scene, scene.helen, '/webhooks/outbound');
    return async (handOf) => {
      const hand = handOf(scene.helen);
      const { page } = hand;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await hand.click(button('New webhook').first());
      await hand.write('Pager', page.getByRole('textbox', { name: 'Name' }));
      await hand.write(scene.receiver.url, page.getByRole('textbox', { name: 'URL' }));
      await hand.click(page.getByRole('checkbox', { name: /incident\.created/ }));
      await hand.click(button('Create webhook'));
      await hand.click(button('I have stored it'));
      await page.waitForURL(/\/webhooks\/outbound\/wh_out_/);
      scene.receiver.respond = respondWith(500);
      await post(scene, '/incidents', { short_description: 'Alarm' });
      const [failed] = await waitFor('a failed delivery', async () => {
        const found = await deliveriesOf(scene, 'failed');
        return found.length > 0 ? found : undefined;
      });
      scene.receiver.respond = respondWith(204);
      await hand.click(page.locator(`#row-${failed?.id}`));
      await hand.click(button('Replay'));
      await page.getByText('Delivered', { exact: true }).first().waitFor();
      return 'the failure is in the list of the page at once';
    };
  },
};

const alert = {
  status: 'firing',
  receiver: 'desk',
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', severity: 'critical' },
  commonAnnotations: { summary: 'The disk is full' },
  externalURL: 'http://alerts.example.com:9093',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', severity: 'critical' },
      annotations: { summary: 'The disk is full' },
      startsAt: '2026-11-15T06:10:58.1Z',
      generatorURL: 'http://prometheus.example.com/graph',
      fingerprint: 'b3ad',
    },
  ],
};

const alertmanager: Task = {
  name: 'Connect Alertmanager',
  first: { text: '3 clicks, 3.3 s, two addresses and prose', actions: 3 },
  prepare: async (scene) => {
    await open(scene, scene.helen, '/webhooks/inbound/new');
    return async (handOf) => {
      const hand = handOf(scene.helen);
      const { page } = hand;
      await hand.click(page.getByRole('radio', { name: /^Prometheus/ }));
      await hand.click(page.getByRole('button', { name: 'Create webhook' }));
      const address = page.getByRole('dialog').getByRole('region', { name: 'URL' }).first();
      const { pathname } = new URL((await address.textContent()) ?? '');
      await hand.click(page.getByRole('button', { name: 'I have stored them' }));
      await fetch(`${scene.console.url}${pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alert),
      });
      await waitFor('the incident', async () => {
        const { data } = await get(scene, '/incidents?q=DiskFull');
        return data.length > 0 ? true : undefined;
      });
      return 'one address for both, with the YAML to copy';
    };
  },
};

const newUser: Task = {
  name: 'Create a user, role, password',
  first: { text: '2 clicks, 3 fields, 2.3 s', actions: 2, texts: 3 },
  prepare: async (scene) => {
    await open(scene, scene.ada, '/admin/users');
    return async (handOf) => {
      const hand = handOf(scene.ada);
      await hand.click(hand.page.getByRole('button', { name: 'New user' }));
      const form = hand.page.getByRole('form', { name: 'New user' });
      await hand.write('Nora New', form.getByLabel('Name'));
      await hand.write('nora@example.com', form.getByLabel('E-mail'));
      await hand.write('a password for Nora', form.getByLabel('Password'));
      await hand.click(form.getByRole('button', { name: 'Create the user' }));
      await hand.page.getByRole('form', { name: 'User Nora New' }).waitFor();
    };
  },
};

const QUESTION = 'Unlock a badge reader: which key do I hold?';

const ask: Task = {
  name: 'Ask the assistant, follow its citation',
  first: { text: 'one line, Enter, 1 click, under 2.5 s', actions: 2, texts: 1 },
  prepare: async (scene) => {
    await waitFor('an answer', async () => {
      const { grounded } = await post(scene, '/ai/ask', { question: QUESTION });
      return grounded ? true : undefined;
    });
    await open(scene, scene.anna, '/home');
    return async (handOf) => {
      const hand = handOf(scene.anna);
      await hand.write(QUESTION, hand.page.getByRole('textbox').first());
      await hand.press('Enter');
      await hand.click(hand.page.getByRole('list', { name: 'Sources' }).getByText(ARTICLE));
      await hand.page.getByText('blue key').first().waitFor();
    };
  },
};

/** All pages of the console that need no record. */
const pages = [
  '/incidents',
  '/incidents/new',
  '/changes',
  '/changes/new',
  '/changes/calendar',
  '/requests',
  '/requests/new',
  '/cmdb',
  '/cmdb/new',
  '/knowledge',
  '/knowledge/new',
  '/overview',
  '/webhooks/outbound',
  '/webhooks/inbound',
  '/webhooks/deliveries',
  '/jobs',
  '/profile',
  '/admin/users',
];

const phone: Task = {
  name: 'On a phone',
  first: { text: '18 pages, none scrolls sideways' },
  prepare: async (scene) => {
    const { page } = scene.ada;
    return async (handOf) => {
      handOf(scene.ada);
      await page.setViewportSize({ width: 390, height: 844 });
      for (const path of pages) {
        await open(scene, scene.ada, path);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        check(`sideways scrolling of ${path}`, isWide, false);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      return `${pages.length} pages, none scrolls sideways`;
    };
  },
};

export const otherTasks = { approve, report, article, webhook, alertmanager, newUser, ask, phone };
