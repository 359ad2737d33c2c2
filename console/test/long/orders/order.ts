// On a phone, an employee orders an item, and somebody who is no agent approves it.
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Report } from '../../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../../console-browser.ts';
import { compareAria } from '../aria.ts';
import { allScreens, inspect, title, waitFor } from '../walks.ts';
import { access, laptop, phone } from './item.ts';

/** The form names the zone of its times. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: 'UTC' };
const ADDRESS = '12 Hill Road, Dover';
const article = { title: 'Charge a laptop', summary: 'Use the black plug.', body: 'Plug it in.' };

interface Walk {
  console: ConsoleInstance;
  rita: Person;
  ben: Person;
  faults: string[];
  folder: string;
  update: boolean;
}

const expect = ({ faults }: Walk, name: string, actual: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) faults.push(`${name}: ${one} instead of ${other}`);
};

const inspectAll = (walk: Walk, { page }: Person, name: string): Promise<void> =>
  inspect(walk, page, `order-${name}`, walk.folder, allScreens);

const focusedField = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const { id } = document.activeElement;
    return document.querySelector('label[for="' + id + '"]')?.textContent ?? document.activeElement.tagName;
  })()`);

async function publish({ instance }: ConsoleInstance, item: object): Promise<string> {
  const { body, status, text } = await instance.call('POST', '/catalog/items', { body: item });
  if (status !== 201) throw new Error(text);
  await instance.call('POST', `/catalog/items/${body.id}/publish`);
  return body.id;
}

/** The home finds an answer by keys alone, and offers a report of words that it does not find. */
async function search(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  await page
    .getByRole('list', { name: 'Devices' })
    .getByText(laptop.name, { exact: true })
    .waitFor();
  await inspectAll(walk, walk.rita, 'home');
  const field = page.getByRole('combobox', { name: /^Search for an answer/ });
  await field.fill('zebra stripes');
  await page.getByText('Nothing matches “zebra stripes”.').waitFor();
  await inspectAll(walk, walk.rita, 'search');
  await field.press('ArrowUp');
  await field.press('Enter');
  const report = page.getByRole('textbox', { name: 'What is not working?' });
  await report.waitFor();
  expect(walk, 'the words of the search', await report.inputValue(), 'zebra stripes');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await field.fill('laptop');
  // An answer comes before a form.
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await options.filter({ hasText: laptop.name }).waitFor();
  const found = (await options.allTextContents()).slice(0, 2).map((text) => text.slice(0, 10));
  expect(
    walk,
    'the order of results',
    found,
    [article.title, laptop.name].map((text) => text.slice(0, 10)),
  );
  await inspectAll(walk, walk.rita, 'found');
  await field.fill('charge');
  await page.getByRole('option', { name: article.title }).waitFor();
  await field.press('Enter');
  await title(page).filter({ hasText: article.title }).waitFor();
  await page.goto(`${walk.console.url}/console/home`);
}

/** Faults appear where they are, once somebody has left the question or sent the form. */
async function showFaults(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  await page.getByRole('list', { name: 'Devices' }).getByText(laptop.name, { exact: true }).click();
  await title(page).filter({ hasText: laptop.name }).waitFor();
  await inspectAll(walk, walk.rita, 'form');
  walk.faults.push(...(await compareAria('order', page.locator('main'), walk.update)));
  await page.getByLabel('How many screens?').fill('two');
  expect(
    walk,
    'faults while typing',
    await page.getByText('Takes a whole number.', { exact: true }).count(),
    0,
  );
  await page.keyboard.press('Tab');
  await page.getByText('Takes a whole number.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const summary = page.getByRole('region', { name: 'Answers that are not right yet' });
  await summary.waitFor();
  expect(walk, 'the field with the focus', await focusedField(page), 'Which model? *');
  await inspectAll(walk, walk.rita, 'faults');
  await summary.getByRole('link', { name: /How many screens/ }).click();
  expect(walk, 'the field of the link', await focusedField(page), 'How many screens?');
  await page.getByLabel('How many screens?').fill('2');
}

/** The hidden question keeps its answer, and the draft outlives a reload. */
async function keepDraft(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  const home = page.getByLabel('Shall we send it home?');
  await page.getByLabel('Which model?').selectOption('Light');
  await home.selectOption('Yes');
  await page.getByLabel('Where shall we send it?').fill(ADDRESS);
  await home.selectOption('No');
  expect(walk, 'hidden', await page.getByLabel('Where shall we send it?').count(), 0);
  await page.getByLabel('Headset').check();
  await page.getByLabel('How heavy may it be (kg)?').fill('1,5');
  await page.getByLabel('By when?').fill('2030-11-30');
  await page.getByLabel('When can you meet us?').fill('2030-11-30T10:00');
  await page.getByLabel('Who takes it if you are away?').fill('ben@example.com');
  await page.getByLabel('Which page describes it?').fill('laptops');
  await page.reload();
  await home.waitFor();
  expect(walk, 'the number after a reload', await page.getByLabel(/kg/).inputValue(), '1.5');
  await home.selectOption('Yes');
  const address = await page.getByLabel('Where shall we send it?').inputValue();
  expect(walk, 'the address after a reload', address, ADDRESS);
  await home.selectOption('No');
}

async function send(walk: Walk): Promise<string> {
  const { page } = walk.rita;
  const { instance } = walk.console;
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText('Takes a page address that begins with https:// or http://.', { exact: true })
    .waitFor();
  expect(walk, 'the only fault', await focusedField(page), 'Which page describes it?');
  await page.keyboard.type('https://example.com/laptops');
  await page.getByLabel('Which page describes it?').fill('https://example.com/laptops');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/requests\/REQ/);
  await title(page).filter({ hasText: laptop.name }).waitFor();
  const { body } = await instance.call('GET', '/requests');
  expect(walk, 'requests', body.data.length, 1);
  const { id } = body.data[0];
  const { answers } = (await instance.call('GET', `/requests/${id}`)).body;
  expect(walk, 'the time is an instant', String(answers.pickup).endsWith('Z'), true);
  const order = new Intl.Collator('en').compare;
  const keys = Object.keys(answers).toSorted(order);
  const values = keys.map((key) => [key, key === 'pickup' ? '' : answers[key]]);
  expect(walk, 'answers', values, [
    ['extras', ['headset']],
    ['model', 'light'],
    ['neighbour', 'ben@example.com'],
    ['page', 'https://example.com/laptops'],
    ['pickup', ''],
    ['remote', false],
    ['screens', 2],
    ['wanted', '2030-11-30'],
    ['weight', 1.5],
  ]);
  await page.getByRole('list', { name: 'Steps' }).getByText('Team lead').waitFor();
  await page.getByRole('region', { name: 'Answers' }).getByText('Headset').waitFor();
  await inspectAll(walk, walk.rita, 'sent');
  walk.faults.push(...(await compareAria('own-request', page.locator('main'), walk.update)));
  return id;
}

/** An approver needs no role but that of employees, and must say why they reject. */
async function approve(walk: Walk, id: string): Promise<void> {
  const { page } = walk.ben;
  const { instance } = walk.console;
  await page.goto(`${walk.console.url}/console/home`);
  const waiting = page.getByRole('list', { name: 'Waits for your decision' });
  await waiting.getByRole('link', { name: new RegExp(laptop.name) }).waitFor();
  // The request of somebody else is not one of the reader's own.
  await page.getByText('Nothing is open.').waitFor();
  await inspectAll(walk, walk.ben, 'decidable');
  await waiting.getByRole('link', { name: new RegExp(laptop.name) }).click();
  const panel = page.getByRole('region', { name: 'Waits for your decision' });
  await panel.getByText('Headset').waitFor();
  const before = (await instance.call('GET', `/requests/${id}`)).body;
  expect(walk, 'the state before a button', before.state, 'submitted');
  await inspectAll(walk, walk.ben, 'decision');
  walk.faults.push(...(await compareAria('decision', page.locator('main'), walk.update)));
  await panel.getByRole('button', { name: 'Reject' }).click();
  await panel.getByText('Write why you reject it.').waitFor();
  await panel.getByRole('textbox').fill('It is in the budget.');
  await panel.getByRole('button', { name: 'Approve' }).click();
  await panel.waitFor({ state: 'detached' });
  await title(page).filter({ hasText: laptop.name }).waitFor();
  const after = await waitFor('the approval', async () => {
    const { body } = await instance.call('GET', `/requests/${id}`);
    return body.state === 'approved' ? body : undefined;
  });
  expect(walk, 'the comment', after.stages[0].decisions[0].comment, 'It is in the budget.');
}

/** The page of the employee follows the work. */
async function follow(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  await page.getByRole('list', { name: 'Steps' }).getByText('0 of 2').waitFor();
  await inspectAll(walk, walk.rita, 'approved');
  await page.goto(`${walk.console.url}/console/home`);
  const own = page.getByRole('list', { name: 'We are on it' });
  await own.getByText('Work (3 of 4)').waitFor();
  await page.goto(`${walk.console.url}/console/catalog`);
  await page.getByRole('searchbox', { name: 'Find something to order' }).fill('phone');
  await page
    .getByRole('list', { name: 'Devices' })
    .getByText(phone.name, { exact: true })
    .waitFor();
  await inspectAll(walk, walk.rita, 'catalog');
}

/** A refusal of the service appears at its field, and goes once the field is changed. */
async function beRefused(walk: Walk, id: string): Promise<void> {
  const { page } = walk.rita;
  await page.goto(`${walk.console.url}/console/catalog/${id}`);
  const owner = page.getByLabel('Who owns the system?');
  await owner.fill('rita@example.com');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('main p').getByText('Takes a member of the group Owners.').waitFor();
  expect(walk, 'the refused field', await focusedField(page), 'Who owns the system? *');
  await inspectAll(walk, walk.rita, 'refused');
  await owner.fill('ben@example.com');
  await page.getByText('Takes a member of the group Owners.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'It is for somebody else' }).click();
  await page.getByLabel('Their e-mail address').fill('nobody');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByLabel('Their e-mail address').and(page.locator('[aria-invalid]')).waitFor();
  await page.getByLabel('Their e-mail address').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/requests\/REQ/);
}

export async function proveOrder(folder = '', update = false): Promise<Report> {
  if (folder !== '') await mkdir(folder, { recursive: true });
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const created = await console.instance.call('POST', '/knowledge/articles', { body: article });
    const path = `/knowledge/articles/${created.body.id}`;
    await console.instance.call('PATCH', path, { body: { state: 'review' } });
    await console.instance.call('POST', `${path}/publish`);
    const ben = await console.signIn('ben', 'requester', '/', PHONE);
    const approvals = [
      { name: 'Team lead', approvers: 'people', people: ['ben@example.com'], need: 'any' },
    ];
    await publish(console, { ...laptop, approvals });
    await publish(console, phone);
    const group = { name: 'Owners', members: ['ben@example.com'] };
    await console.instance.call('POST', '/groups', { as: 'super_admin', body: group });
    const accessId = await publish(console, access);
    const rita = await console.signIn('rita', 'requester', '/', PHONE);
    const walk: Walk = { console, rita, ben, faults, folder, update };
    try {
      await search(walk);
      await showFaults(walk);
      await keepDraft(walk);
      const id = await send(walk);
      await approve(walk, id);
      await follow(walk);
      await beRefused(walk, accessId);
    } catch (error) {
      faults.push(String(error));
      for (const [name, { page }] of folder === '' ? [] : Object.entries({ rita, ben }))
        await page.screenshot({ path: `${folder}/failed-${name}.png`, fullPage: true });
    }
    return { figures: { people: 2 }, faults: [...faults, ...rita.faults, ...ben.faults] };
  } finally {
    await console.stop();
  }
}
