// By keyboard only, in Chromium: a manager writes a routing rule, tries it on the last month and switches it on. The next incident
// is assigned, and its timeline explains it. An agent applies a macro to it, and another to selected rows of the queue.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { actionsOf } from './tasks/hand.ts';
import { Keyboard } from './tasks/keyboard.ts';
import { create, dialog, expect, inspect, openRecord, type Walk } from './walks.ts';

const RULES = '/console/admin/rules';
const GROUP = 'Network';
const NAME = 'Category is network: assign round robin in Network';

const light = screens.filter(({ name }) => name === 'light');
const narrow = screens.filter(({ name }) => name === 'narrow');

interface RuleWalk extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
}

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const waitForFocus = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(':focus')).waitFor();

/** The new row names the category, and the first action assigns round robin. */
async function writeRule(walk: RuleWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await page.getByRole('heading', { name: 'There are no rules for incidents' }).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await hand.activate(button(page, 'New rule'));
  await waitForFocus(page, field(page, 'Type of the records'));
  await hand.activate(button(page, 'Add a condition'));
  await waitForFocus(page, field(page, 'Field of condition 1'));
  await hand.tabTo(field(page, 'Value of condition 1'));
  await hand.write('network');
  await hand.tabTo(page.getByRole('combobox', { name: 'Group' }));
  await hand.write('net');
  await page.getByRole('option', { name: GROUP }).waitFor();
  await hand.activate(button(page, 'Try it'));
  const result = await hand.read(page.getByText(/the rule would have run/));
  expect(
    walk,
    'the preview',
    result,
    '3 creations and updates tried: the rule would have run 2 times, on 2 records.',
  );
  await inspect(walk, page, 'rule-preview', walk.folder);
  const { body } = await walk.console.instance.call('GET', '/rules');
  expect(walk, 'rules after a preview', body.data.length, 0);
  await hand.activate(button(page, 'Save and switch on'));
  await page.getByText(`${NAME} is saved and switched on.`).waitFor();
}

/** The service refuses a part of an action, and the form says so in its place. */
async function refuse(walk: RuleWalk, page: Page): Promise<void> {
  await button(page, 'Add an action').click();
  const note = page.getByRole('group', { name: 'Action 2' });
  await note.getByLabel('Text of the note').fill('Look at {{ short_description');
  await button(page, 'Save').click();
  await note.getByRole('alert').waitFor();
  await waitForFocus(page, note.getByLabel('Text of the note'));
  await inspect(walk, page, 'rule-refused', walk.folder, light);
  await note.getByLabel('Text of the note').fill('Look at {{ short_description }} first.');
  await button(page, 'Save').click();
  await page
    .getByText(/version 2|is saved/)
    .first()
    .waitFor();
  await until('the rule has a note', async () => {
    const { body } = await walk.console.instance.call('GET', '/rules');
    return body.data[0].actions.length === 2;
  });
  await page.keyboard.press('Escape');
}

const skipping = {
  name: 'Urgent incidents',
  record_type: 'incident',
  on: 'created',
  when: { all: [{ field: 'priority', operator: 'eq', value: 'P1' }] },
  actions: [
    {
      mail: { to: ['assignee'], template: { subject: 'Urgent', text: '{{ short_description }}' } },
    },
    { set: { state: 'closed' } },
    { assign: { to: 'round_robin', group: 'Empty' } },
  ],
  stop: true,
};

const macro = {
  name: 'Ask for a screenshot',
  record_type: 'incident',
  actions: [
    { add_note: { visibility: 'public', text: 'Please send us a screenshot.' } },
    { set: { state: 'on_hold', on_hold_reason: 'awaiting_caller' } },
  ],
};

const ownMacro = {
  name: 'Take over',
  record_type: 'incident',
  group: GROUP,
  actions: [{ assign: { to: 'group', group: GROUP } }, { set: { urgency: 'high' } }],
};

/** The order is changed by keys, and a rule is switched off and on. */
async function arrange(walk: RuleWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  const { instance } = walk.console;
  await instance.call('POST', '/rules', { as: 'itsm_manager', body: skipping });
  await page.goto(`${walk.console.url}${RULES}`);
  const names = async () =>
    (await instance.call('GET', '/rules')).body.data.map(({ name }: { name: string }) => name);
  const opener = button(page, skipping.name);
  await opener.focus();
  await hand.press('Alt+ArrowUp');
  await until('the rule is first', async () => (await names())[0] === skipping.name);
  await waitForFocus(page, opener);
  await page.getByRole('switch', { name: `${skipping.name} is switched on` }).press('Space');
  await until(
    'the rule is off',
    async () => (await instance.call('GET', '/rules')).body.data[0].active === false,
  );
  await inspect(walk, page, 'rules', walk.folder);
  await page.getByRole('switch', { name: `${skipping.name} is switched on` }).press('Space');
  await until(
    'the rule is on',
    async () => (await instance.call('GET', '/rules')).body.data[0].active === true,
  );
  // A row that is dragged takes the place of the one on which it is dropped.
  const rows = page.getByRole('list', { name: 'Rules in their order' }).getByRole('listitem');
  await rows.nth(0).getByTitle('Drag to another place').dragTo(rows.nth(1));
  await until('the rule is last', async () => (await names())[1] === skipping.name);
  await rows.nth(1).getByTitle('Drag to another place').dragTo(rows.nth(0));
  await until('the rule is first again', async () => (await names())[0] === skipping.name);
}

async function explain(walk: RuleWalk): Promise<string> {
  const { ada, folder } = walk;
  const { page } = ada;
  const id = await create(walk, { short_description: 'VPN is down', category: 'network' });
  await openRecord(ada, walk, id);
  const activity = page.getByRole('region', { name: 'Activity' });
  const why = activity.getByText(/assigned it to ada/);
  await why.waitFor();
  await activity
    .getByText(/because category was network/i)
    .first()
    .waitFor();
  await page.getByText('Which rules ran, and which did not').click();
  await page.getByText(/Priority is P1, but it is P3/).scrollIntoViewIfNeeded();
  await inspect(walk, page, 'rule-timeline', folder, [...light, ...narrow]);
  const urgent = await create(walk, { short_description: 'No mail at all', priority: 'P1' });
  await openRecord(ada, walk, urgent);
  await activity.getByText(/Setting fields was skipped/).waitFor();
  await inspect(walk, page, 'rule-skipped', folder, narrow);
  return id;
}

/** The macros of the agent's own group come first. */
async function applyMacros(walk: RuleWalk, id: string): Promise<void> {
  const { ada, console, folder } = walk;
  const { page } = ada;
  const { instance } = console;
  for (const body of [macro, ownMacro])
    await instance.call('POST', '/macros', { as: 'agent', body });
  await openRecord(ada, walk, id);
  await button(page, 'Apply a macro').waitFor();
  await page.keyboard.press('m');
  await dialog(page).getByRole('option').first().waitFor();
  const first = await dialog(page).getByRole('option').first().innerText();
  expect(walk, 'the first macro', first.split('\n')[0], ownMacro.name);
  await inspect(walk, page, 'macro-menu', folder);
  await dialog(page).locator('input').focus();
  await page.keyboard.type('screen');
  await page.keyboard.press('Enter');
  await page.getByText(`“${macro.name}” applied to ${id}.`).waitFor();
  await page.getByText(/By macro/).waitFor();
  expect(walk, 'the state', (await instance.call('GET', `/incidents/${id}`)).body.state, 'new');
  await page.goto(`${console.url}/console/incidents?state=new`);
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('J');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('m');
  await dialog(page).getByRole('option').first().waitFor();
  await page.keyboard.type('take');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('2 will change').waitFor();
  await inspect(walk, page, 'macro-bulk', folder, light);
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(/2 incidents changed/)
    .waitFor();
}

export async function proveRules(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const { instance } = console;
    const ada = await console.signIn('ada');
    const manager = await console.signIn('mia', 'itsm_manager', RULES);
    const walk: RuleWalk = { console, ada, bo: manager, faults, folder };
    for (const body of [
      { name: GROUP, members: [ada.email] },
      { name: 'Empty', members: [] },
    ])
      await instance.call('POST', '/groups', { as: 'super_admin', body });
    for (const [at, category] of ['network', 'network', 'software'].entries())
      await create(walk, { short_description: `Trouble ${at + 1}`, category });
    const hand = new Keyboard(manager.page);
    const fail = async (error: unknown) => {
      for (const [who, { page }] of folder === undefined ? [] : Object.entries({ manager, ada }))
        await page.screenshot({ path: `${folder}/failed-${who}.png` });
      throw error;
    };
    await writeRule(walk, hand).catch(fail);
    const { keys, clicks, texts } = hand.effort;
    const actions = actionsOf(hand.effort);
    const use = async () => {
      await refuse(walk, manager.page);
      await arrange(walk, hand);
      await applyMacros(walk, await explain(walk));
    };
    await use().catch(fail);
    faults.push(...manager.faults, ...ada.faults);
    return { figures: { keys, clicks, texts, actions }, faults };
  } finally {
    await console.stop();
  }
}
