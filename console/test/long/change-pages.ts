// Checks every state of the pages of changes and requests, and of the home of a requester, with axe and for
// violations of the policy.
import type { Page } from 'playwright-core';
import type { Instance } from '../../../server/test/support/harness.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { examineStates, type States } from './examine-states.ts';

const HOUR_MS = 3_600_000;
const LONG =
  'Patch the hypervisors of cluster 2, with a title that goes on and must be cut somewhere';

/** Creates two changes in conflict, one in a freeze, drafts and decisions, and requests in each state. */
async function seed({ call }: Instance): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const freeze = { name: 'Quarter end', from: at(-2), to: at(30) };
  const template = { name: 'Restart a service', defaults: { risk: 'low' } };
  const settings = { change_freezes: [freeze], change_templates: [template] };
  await call('PATCH', '/settings', { as: 'super_admin', body: settings });
  const ci = (await call('POST', '/cmdb/cis', { body: { name: 'checkout-db', class: 'database' } }))
    .body.id;
  const window = { ci_ids: [ci], planned_start_at: at(1), planned_end_at: at(3) };
  const changes = [
    { short_description: 'Upgrade the checkout database', risk: 'high', ...window },
    { short_description: LONG, backout_plan: '1. Stop\n2. **Undo**', ...window },
    { short_description: 'Rotate the keys', state: 'draft' },
    { short_description: 'Restart the gateway', type: 'emergency', assigned_to: 'ben@example.com' },
  ];
  for (const body of changes) await call('POST', '/changes', { as: 'agent', body });
  await call('POST', '/changes/CHG0000002/approve', {
    as: 'itsm_manager',
    body: { comment: 'Not before **ten**.' },
  });
  const requests = ['A docking station', 'Access to the ledger', LONG];
  for (const short_description of requests)
    await call('POST', '/requests', {
      as: 'agent',
      body: { short_description, item: 'Workplace', due_at: at(72) },
    });
  const decide = (id: string, name: string, comment: string) =>
    call('POST', `/requests/${id}/${name}`, { as: 'itsm_manager', body: { comment } });
  await decide('REQ0000001', 'approve', 'Within the budget.');
  await decide('REQ0000002', 'reject', 'Ask your manager **first**.');
}

const rows = async (page: Page) => {
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
  await page.keyboard.press('j');
};
const text = (shown: string) => (page: Page) => page.getByText(shown).first().waitFor();
const alert = (page: Page) => page.getByRole('alert').waitFor();
const clicking = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const states: States = {
  changes: ['/console/changes', rows],
  'changes-empty': ['/console/changes?q=nothingmatchesthis', text('Nothing matches')],
  'changes-refused': ['/console/changes?state=nonsense', alert],
  'changes-filter': [
    '/console/changes?state=submitted',
    async (page) => {
      await rows(page);
      await page.keyboard.press('f');
      await page.getByRole('option').first().waitFor();
    },
  ],
  board: ['/console/changes/board', text('Upgrade the checkout database')],
  calendar: ['/console/changes/calendar', text('in conflict')],
  change: ['/console/changes/CHG0000001', text('conflicts with the planned')],
  'change-approved': ['/console/changes/CHG0000002', text('Not before')],
  'change-rejecting': ['/console/changes/CHG0000001', clicking('Reject')],
  'change-window': ['/console/changes/CHG0000001?tab=window', clicking('Change the window')],
  'change-properties': ['/console/changes/CHG0000001?tab=details', text('Requested by')],
  'change-missing': ['/console/changes/CHG9999999', alert],
  'change-new-template': [
    '/console/changes/new',
    async (page) => {
      await page.getByRole('button', { name: /^Template: .*, edit$/ }).click();
      await page.getByRole('option', { name: 'Restart a service' }).waitFor();
    },
  ],
  'change-new': ['/console/changes/new', text('Backout plan')],
  requests: ['/console/requests', rows],
  request: ['/console/requests/REQ0000003', text('Approve')],
  'request-rejected': ['/console/requests/REQ0000002', text('Rejected by')],
  'request-missing': ['/console/requests/REQ9999999', alert],
  'request-new': ['/console/requests/new', text('Submit request')],
};

const requesterStates: States = {
  home: ['/console/home', text('Ask for something')],
  'home-answer': [
    '/console/home',
    async (page) => {
      await page.getByRole('textbox', { name: /^Ask a question/ }).fill('How is lunch ordered?');
      await page.keyboard.press('Enter');
      await page.locator('main').getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    },
  ],
  'own-requests': ['/console/requests', text('My requests')],
  'own-request': ['/console/requests/REQ0000004', text('My chair')],
  'own-new': ['/console/requests/new', text('What do you need?')],
  'not-yours': ['/console/changes', alert],
};

export async function proveChangePages(every: number, folder = ''): Promise<Report> {
  const opened = await openConsole();
  const { instance, url } = opened;
  try {
    await seed(instance);
    const mia = await opened.signIn('mia', 'itsm_manager');
    const options = { every, folder };
    const count = await examineStates({ url }, mia, states, options);
    const rita = await opened.signIn('rita', 'requester');
    await rita.page.goto(`${url}/console/requests/new`);
    await rita.page.getByRole('textbox', { name: 'What do you need?' }).fill('My chair is broken');
    await rita.page.getByRole('button', { name: 'Send' }).click();
    await rita.page.getByRole('region', { name: 'Conversation' }).waitFor();
    const own = await examineStates({ url }, rita, requesterStates, options);
    return {
      figures: { states: count + own, checks: (count + own) * screens.length },
      faults: [...mia.faults, ...rita.faults],
    };
  } finally {
    await opened.stop();
  }
}
