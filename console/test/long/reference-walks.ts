// People work with knowledge, CMDB, jobs and administration in Chromium, against the real service.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../server/test/support/report.ts';
import { until } from '../../../server/test/support/processes.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';
import { registerProvider } from './provider-walk.ts';
import { helpUser } from './user-walk.ts';
import { createTrouble, discoverCis, send } from './reference-fill.ts';

interface Walk {
  console: ConsoleInstance;
  agent: Person;
  manager: Person;
  admin: Person;
  faults: string[];
}

const expect = ({ faults }: Walk, name: string, actual: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) faults.push(`${name}: ${one} instead of ${other}`);
};

/** The rows of a bulk job lead to the CIs that it created, and an incident leads to the impact of one. */
async function openImpact(walk: Walk): Promise<void> {
  const { page } = walk.agent;
  const { instance, url } = walk.console;
  const discovered = await discoverCis(instance);
  const incident = await createTrouble(instance, discovered);
  const { page: managers } = walk.manager;
  await managers.goto(`${url}/console/jobs`);
  await managers.getByRole('row').filter({ hasText: 'Discover 8 CIs' }).click();
  await managers.getByText('7 of 8 rows succeeded, 1 failed.').waitFor();
  await managers.getByRole('tab', { name: 'Failed 1' }).click();
  const rows = managers.getByRole('table', { name: 'Results by row' }).getByRole('row');
  expect(walk, 'failed rows', await rows.count(), 2);
  await managers.getByRole('tab', { name: 'All 8' }).click();
  await managers.getByRole('link', { name: discovered.cis['host-07'] ?? '', exact: true }).click();
  await managers.getByRole('heading', { level: 1, name: 'host-07' }).waitFor();
  await managers.getByRole('region', { name: 'Hosts' }).getByText('vm-21').waitFor();

  await page.goto(`${url}/console/incidents/${incident}`);
  await page.getByRole('link', { name: 'Show the impact' }).click();
  await page.getByRole('heading', { level: 1, name: 'host-07' }).waitFor();
  const columns = page.getByRole('group', { name: 'Impact by distance' });
  await columns.getByRole('region', { name: '2 steps away' }).getByText('orders-db').waitFor();
  expect(walk, 'far CIs', await columns.getByText('web shop').count(), 0);
  await page.getByLabel('Depth').selectOption('6');
  await columns.getByText('web shop').waitFor();
  await page.getByRole('tab', { name: 'Tree' }).click();
  await page.waitForURL(/as=tree/);
  const tree = page.getByRole('treegrid');
  const rowCount = () => tree.locator('tbody tr').count();
  expect(walk, 'rows of the tree', await rowCount(), 6);
  await tree.locator('tbody tr').first().focus();
  await page.keyboard.press('ArrowLeft');
  await tree.getByText('+4').waitFor();
  expect(walk, 'rows of the closed tree', await rowCount(), 2);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'orders-db' }).waitFor();
}

/** Creates a CI, relates it to another and undoes that by a key; a second CI with the same name is refused. */
async function relateByHand(walk: Walk): Promise<void> {
  const { page } = walk.agent;
  const create = async () => {
    await page.goto(`${walk.console.url}/console/cmdb/new`);
    await page.getByLabel('Name').fill('mail-relay');
    await page.getByLabel('Class').fill('service');
    await page.getByRole('button', { name: 'Create CI' }).click();
  };
  await create();
  await page.getByRole('heading', { level: 1, name: 'mail-relay' }).waitFor();
  await page.getByText('No open incident affects this CI.').waitFor();
  await page.getByRole('button', { name: 'Add relation' }).click();
  await page.getByLabel('Relation', { exact: true }).selectOption({ label: 'hosts' });
  await page.getByRole('combobox', { name: 'Other CI' }).fill('orders-db');
  await page.getByRole('option', { name: 'orders-db' }).click();
  await page.getByText('Added: mail-relay hosts orders-db.').first().waitFor();
  const hosts = page.getByRole('region', { name: 'Hosts' });
  await hosts.getByRole('link', { name: 'orders-db' }).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('z');
  await page.getByText('Removed: mail-relay hosts orders-db.').first().waitFor();
  await hosts.waitFor({ state: 'detached' });
  await create();
  await page.getByText('already has this name in this class').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
}

const TITLE = 'Unlock a badge reader';
const TEXT = [
  '# Unlock a badge reader',
  'A badge reader locks itself after ten wrong badges.',
  '## Steps',
  'Hold the **blue key** of the badge reader for twelve seconds, until it blinks twice.',
].join('\n\n');

/** An agent writes and submits an article, a manager publishes it. */
async function publishTogether(walk: Walk): Promise<string> {
  const { url } = walk.console;
  const { page } = walk.agent;
  await page.goto(`${url}/console/knowledge`);
  await page.getByRole('button', { name: 'New article' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(TITLE);
  await page.getByRole('textbox', { name: 'Text' }).fill(TEXT);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
  // The draft survives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText('Waiting for a manager').waitFor();
  expect(walk, 'publishing', await page.getByRole('button', { name: 'Publish' }).count(), 0);

  const { page: managers } = walk.manager;
  await managers.goto(`${url}/console/knowledge?state=review`);
  await managers.getByRole('row').filter({ hasText: TITLE }).click();
  await managers.getByRole('button', { name: 'Send back' }).click();
  await managers.getByLabel('What should the author change?').fill('Which reader?');
  await managers.keyboard.press('Control+Enter');
  await managers.getByRole('region', { name: 'Sent back' }).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Sent back' }).getByText('Which reader?').waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText('Waiting for a manager').waitFor();
  await managers.reload();
  await managers.getByRole('button', { name: 'Publish' }).click();
  await managers.getByRole('button', { name: 'Retire' }).waitFor();
  return id;
}

/** An edit by the agent is a pending revision until the manager publishes it. */
async function reviseTogether(walk: Walk, id: string): Promise<void> {
  const { url } = walk.console;
  const { page } = walk.agent;
  await page.goto(`${url}/console/knowledge/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill(TEXT.replace('twelve', 'fifteen'));
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('fifteen').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as a pending revision').waitFor();
  const { page: managers } = walk.manager;
  await managers.goto(`${url}/console/knowledge/${id}`);
  await managers.getByText('for twelve seconds').waitFor();
  await managers.getByRole('tab', { name: 'Pending revision' }).click();
  await managers.getByRole('region', { name: 'Changes of the text' }).waitFor();
  await managers.getByRole('button', { name: 'Publish the revision' }).click();
  await managers.getByText('for fifteen seconds').waitFor();
  await managers.getByRole('tab', { name: 'History' }).click();
  await managers.getByRole('region', { name: 'Difference' }).getByText('twelve').waitFor();
}

const ASK_MS = 2000;

/** A requester's question is answered from the article; the requester reads it and votes, and its use is counted. */
async function answerFromArticle(walk: Walk, id: string): Promise<void> {
  const { instance, url, signIn } = walk.console;
  const question = { question: 'Unlock a badge reader: which key do I hold?' };
  const answer = await until('an answer', async () => {
    // The pause gives time for indexing, and stays below the limit of questions per minute.
    await sleep(ASK_MS);
    const body = await send(instance, 'POST', '/ai/ask', question, 'requester');
    return body.grounded && body.citations[0].passage.includes('fifteen') && body;
  });
  expect(walk, 'the citation', answer.citations[0].article_id, id);
  const { page, faults } = await signIn('cleo', 'requester', '/console/knowledge?q=badge%20reader');
  const found = page.getByRole('list', { name: 'Help articles' }).getByRole('link');
  await found.filter({ hasText: TITLE }).locator('mark').first().waitFor();
  await found.filter({ hasText: TITLE }).click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  expect(walk, 'tabs of a reader', await page.getByRole('tab').count(), 0);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('1 person found it helpful').waitFor();
  const { page: managers } = walk.manager;
  await until('the count', async () => {
    await managers.goto(`${url}/console/knowledge/${id}`);
    await managers.getByRole('region', { name: 'Usage' }).waitFor();
    const use = (await managers.getByRole('region', { name: 'Usage' }).textContent()) ?? '';
    return /Cited by[1-9]\d* answer/.test(use) && use.includes('Helpful1');
  });
  walk.faults.push(...faults);
}

/** A new user gets another role, and the audit trail has the person, the old and the new role. */
async function changeRole(walk: Walk): Promise<void> {
  const { instance, url } = walk.console;
  const { page, email } = walk.admin;
  await page.goto(`${url}/console/admin`);
  await page.waitForURL(/\/admin\/users/);
  await page.getByRole('button', { name: 'New user' }).click();
  const created = page.getByRole('form', { name: 'New user' });
  await created.getByLabel('Name').fill('Nora New');
  await created.getByLabel('E-mail', { exact: true }).fill('nora@example.com');
  await created.getByLabel('Password').fill('too short');
  await created.getByRole('button', { name: 'Create the user' }).click();
  await created.getByRole('alert').first().waitFor();
  await created.getByLabel('Password').fill('a password for Nora');
  await created.getByRole('button', { name: 'Create the user' }).click();
  const form = page.getByRole('form', { name: 'User Nora New' });
  await form.getByRole('checkbox', { name: 'Manager' }).check();
  await form.getByRole('checkbox', { name: 'Agent' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Nora New' }).getByText('Manager').waitFor();
  const { data } = await send(
    instance,
    'GET',
    '/users?email=nora@example.com',
    undefined,
    'super_admin',
  );
  expect(walk, 'roles', data[0].roles, ['itsm_manager']);
  await page.goto(`${url}/console/admin/audit?record=${data[0].id}`);
  await page.getByRole('row').filter({ hasText: 'User updated' }).click();
  const entry = page.getByRole('complementary', { name: 'Audit entry' });
  const text = (await entry.getByRole('article').textContent()) ?? '';
  if (!['Agent', 'Manager', email].every((part) => text.includes(part)))
    walk.faults.push(`the entry says: ${text}`);
}

/** Each section of the settings is saved alone, and a refusal appears beside it. */
async function changeSettings(walk: Walk): Promise<void> {
  const { instance, url } = walk.console;
  const { page } = walk.admin;
  await page.goto(`${url}/console/admin/settings`);
  const freezes = page.getByRole('form', { name: 'Freezes' });
  await freezes.getByRole('button', { name: 'Add a freeze' }).click();
  await freezes.getByLabel('Name').fill('Stocktaking');
  await freezes.getByLabel('From', { exact: true }).fill('2027-01-10T08:00');
  await freezes.getByLabel('To', { exact: true }).fill('2027-01-09T08:00');
  await freezes.getByRole('button', { name: 'Save' }).click();
  await freezes.getByRole('alert').waitFor();
  await freezes.getByLabel('To', { exact: true }).fill('2027-01-12T08:00');
  await freezes.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Freezes: saved.').waitFor();
  const targets = page.getByRole('form', { name: 'SLA targets' });
  await targets.getByLabel(/^P1/).fill('30');
  await targets.getByRole('button', { name: 'Save' }).click();
  await page.getByText('SLA targets: saved.').waitFor();
  const attachments = page.getByRole('form', { name: 'Attachments' });
  await attachments.getByLabel('Each record, MB').fill('250');
  await attachments.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Attachments: saved.').waitFor();
  const assistant = page.getByRole('form', { name: 'Assistant' });
  await assistant.getByLabel('Tokens per day for new incidents').fill('77');
  await assistant.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Assistant: saved.').waitFor();
  const settings = await send(instance, 'GET', '/settings', undefined, 'super_admin');
  expect(
    walk,
    'settings',
    [
      settings.change_freezes[0].name,
      settings.sla_target_seconds.P1,
      settings.attachment_bytes_per_record,
      settings.ai_on_create_tokens_per_day,
    ],
    ['Stocktaking', 1800, 250 * 1024 * 1024, 77],
  );
}

export async function proveReferenceWalks(): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const agent = await console.signIn('ada');
    const manager = await console.signIn('mia', 'itsm_manager');
    const admin = await console.signIn('root', 'super_admin');
    const walk: Walk = { console, agent, manager, admin, faults };
    const walks: Record<string, () => Promise<unknown>> = {
      impact: async () => {
        await openImpact(walk);
        await relateByHand(walk);
      },
      knowledge: async () => {
        const id = await publishTogether(walk);
        await reviseTogether(walk, id);
        await answerFromArticle(walk, id);
      },
      roles: () => changeRole(walk),
      settings: () => changeSettings(walk),
      providers: async () => faults.push(...(await registerProvider(console, admin))),
      users: async () => faults.push(...(await helpUser(console, admin))),
    };
    for (const [name, run] of Object.entries(walks))
      await run().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    faults.push(...agent.faults, ...manager.faults, ...admin.faults);
    return { figures: { walks: Object.keys(walks).length }, faults };
  } finally {
    await console.stop();
  }
}
