// By keyboard only, in Chromium: a manager publishes a new item with six questions of different types, one of which is shown
// depending on another. Every key that types no text counts, and every click. Then questions are moved and removed, and two
// managers edit one item.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { actionsOf } from './tasks/hand.ts';
import { Keyboard } from './tasks/keyboard.ts';
import { expect, inspect, type Walk } from './walks.ts';

const CATALOG = '/console/admin/catalog';
const NAME = 'New laptop';
/** Keys that type no text, and clicks. */
const MAX_ACTIONS = 40;

const wide = screens.filter(({ name }) => name !== 'narrow');

interface ItemWalk extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const waitForFocus = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(':focus')).waitFor();
const preview = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'As people see it' });

/** Enter goes on to the next question, and a letter in the select chooses the type. */
async function writeQuestion(hand: Keyboard, number: number, label: string, type?: string) {
  const { page } = hand;
  await waitForFocus(page, field(page, `Question ${number}`));
  await hand.write(label);
  if (type === undefined) return;
  await hand.press('Tab', type);
}

async function writeItem(walk: ItemWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await page.getByRole('heading', { name: 'The catalog has no items' }).waitFor();
  await hand.click(button(page, 'New item').first());
  await waitForFocus(page, field(page, 'Name'));
  await hand.write(NAME);
  await hand.press('Enter');
  await hand.write('Hardware');
  await hand.press('Enter');
  await writeQuestion(hand, 1, 'What is it for?');
  await hand.press('Enter');
  await writeQuestion(hand, 2, 'Which size?', 'o');
  await hand.press('Tab');
  for (const choice of ['13 inches', '14 inches', '16 inches']) {
    await hand.write(choice);
    await hand.press('Enter');
  }
  await hand.press('Enter');
  await writeQuestion(hand, 3, 'Needed by', 'd');
  await hand.press('Enter');
  await writeQuestion(hand, 4, 'How many monitors?', 'w');
  await hand.press('Enter');
  await writeQuestion(hand, 5, 'Do you work abroad?', 'y');
  await hand.press('Enter');
  await writeQuestion(hand, 6, 'In which country?');
  await hand.activate(page.getByRole('button', { name: 'Show only if…' }).last());
  await waitForFocus(page, field(page, 'Field of condition 1'));
  const shown = preview(page);
  await shown.getByLabel('Do you work abroad?').waitFor();
  expect(walk, 'a hidden question', await shown.getByLabel('In which country?').count(), 0);
  await hand.press('Control+Shift+Enter');
  await page.getByText(`${NAME} is published.`).waitFor();
}

const expected = [
  ['what_is_it_for', 'text', null],
  ['which_size', 'choice', null],
  ['needed_by', 'date', null],
  ['how_many_monitors', 'integer', null],
  ['do_you_work_abroad', 'boolean', null],
  [
    'in_which_country',
    'text',
    { all: [{ field: 'do_you_work_abroad', value: true, operator: 'eq' }] },
  ],
];

async function checkItem(walk: ItemWalk, page: Page): Promise<string> {
  await page.waitForURL(/CAT\w+$/);
  const id = page.url().split('/').at(-1) ?? '';
  const { body } = await walk.console.instance.call('GET', `/catalog/items/${id}`, {
    as: 'itsm_manager',
  });
  expect(walk, 'the state', body.state, 'published');
  const form = body.form as { key: string; type: string; show_if: unknown }[];
  expect(
    walk,
    'the form',
    form.map(({ key, type, show_if: condition }) => [key, type, condition]),
    expected,
  );
  return id;
}

/** The preview is filled in as an employee would. */
async function tryPreview(walk: ItemWalk, page: Page): Promise<void> {
  const shown = preview(page);
  await shown.getByLabel('Do you work abroad?').selectOption({ label: 'Yes' });
  await shown.getByLabel('In which country?').waitFor();
  await inspect(walk, page, 'catalog-item', walk.folder);
}

/** The message of an earlier publication may still be shown, so the response is awaited. */
async function publish(page: Page, act: () => Promise<void>): Promise<void> {
  const published = page.waitForResponse(
    (response) => response.url().endsWith('/publish') && response.ok(),
  );
  await act();
  await published;
  await page.getByText(`${NAME} is published.`).last().waitFor();
}

/** A condition stays when the question that it names moves below or is removed, and the page says so. */
async function breakCondition(walk: ItemWalk, page: Page): Promise<void> {
  await field(page, 'Question 5').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText(/“In which country\?” depends on a question that comes later now/).waitFor();
  await waitForFocus(page, field(page, 'Question 6'));
  await page
    .getByText(/comes later\. Move it up/)
    .first()
    .waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page
    .getByText(/comes later\. Move it up/)
    .first()
    .waitFor({ state: 'detached' });
  await button(page, 'Remove “Do you work abroad?”').click();
  await page.getByText(/“In which country\?” is shown depending on/).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByText(/no question with the key do_you_work_abroad/)
    .first()
    .waitFor();
  await inspect(walk, page, 'catalog-item-broken', walk.folder);
  await button(page, 'Save and publish').click();
  await page.getByText(/needs a change first|need a change first/).waitFor();
  await button(page, 'Show always').click();
  await publish(page, () => button(page, 'Save and publish').or(button(page, 'Publish')).click());
}

/** The audience, the approvals and the tasks are written as well; a task that others wait for is removed only after a question. */
async function writeRest(walk: ItemWalk, page: Page, id: string): Promise<void> {
  await page.getByRole('radio', { name: 'People of whom this holds' }).check();
  await field(page, 'Value of condition 1').fill('Sales');
  await button(page, 'Add a stage').click();
  await field(page, 'Name of stage 1').fill('Budget');
  await field(page, 'Who decides').selectOption({ label: 'Members of a group' });
  await button(page, 'Save and publish').click();
  await page.getByText(/needs a change first/).waitFor();
  await page.getByRole('listitem', { name: 'stage 1' }).getByRole('alert').waitFor();
  await inspect(walk, page, 'catalog-item-refused', walk.folder);
  await page.getByRole('combobox', { name: 'Group', exact: true }).first().fill('Service');
  await page.getByRole('option', { name: 'Service desk' }).click();
  for (const [at, name] of ['Order it', 'Install it'].entries()) {
    await button(page, 'Add a task').click();
    await field(page, `Task ${at + 1}`).fill(name);
  }
  await field(page, 'Task 2 waits for Order it').check();
  await button(page, 'Remove task 1').click();
  await page.getByText(/“Install it” waits for it/).waitFor();
  await inspect(walk, page, 'catalog-item-tasks', walk.folder);
  await button(page, 'Cancel').click();
  await publish(page, () => button(page, 'Save and publish').click());
  const { body } = await walk.console.instance.call('GET', `/catalog/items/${id}`, {
    as: 'itsm_manager',
  });
  expect(walk, 'the approvals', body.approvals, [
    { name: 'Budget', need: 'any', group: 'Service desk', approvers: 'group' },
  ]);
  const tasks = body.tasks as { key: string; depends_on: string[] }[];
  expect(
    walk,
    'the tasks',
    tasks.map(({ key, depends_on: keys }) => [key, keys]),
    [
      ['order_it', []],
      ['install_it', ['order_it']],
    ],
  );
  expect(walk, 'the audience', body.audience.all[0].value, 'Sales');
  await button(page, 'Show the form').last().click();
  await page
    .getByRole('complementary', { name: /Version/ })
    .getByLabel('Do you work abroad?')
    .waitFor();
  await inspect(walk, page, 'catalog-item-version', walk.folder, wide);
  await button(page, 'Show the edited form').click();
}

/** A draft is still there after the page was loaded again. */
async function keepDraft(page: Page): Promise<void> {
  await field(page, 'Question 1').fill('What do you need it for?');
  await page.reload();
  await preview(page).getByLabel('What do you need it for?').waitFor();
  await button(page, 'Discard').click();
  await preview(page).getByLabel('What is it for?').waitFor();
}

/** Parts that only one of them edited are merged; one that both edited waits for a decision. */
async function editTogether(walk: ItemWalk, page: Page, id: string): Promise<void> {
  const { instance } = walk.console;
  const path = `/catalog/items/${id}`;
  const patch = async (body: object) => instance.call('PATCH', path, { as: 'itsm_manager', body });
  const read = async () =>
    (await instance.call('GET', path, { as: 'itsm_manager' })).body.pending as Record<
      string,
      unknown
    >;
  await patch({ category: 'Devices' });
  await field(page, 'Name').fill('Notebook');
  await page.keyboard.press('Control+Enter');
  await until('both edits are saved', async () => {
    const pending = await read();
    return pending?.['name'] === 'Notebook' && pending['category'] === 'Devices';
  });
  await keepDraft(page);
  await patch({ name: 'Portable computer' });
  await field(page, 'Name').fill('Laptop');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/changed what you have edited: Name/).waitFor();
  await inspect(walk, page, 'catalog-item-conflict', walk.folder, wide);
  await button(page, 'Keep mine').click();
  await button(page, 'Save').click();
  await until('mine is saved', async () => (await read())?.['name'] === 'Laptop');
}

export async function proveCatalogItem(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const manager = await console.signIn('mia', 'itsm_manager', CATALOG);
    const { page } = manager;
    const walk: ItemWalk = { console, ada: manager, bo: manager, faults, folder };
    await console.instance.call('POST', '/groups', {
      as: 'super_admin',
      body: { name: 'Service desk', members: [manager.email] },
    });
    const hand = new Keyboard(page);
    const use = async () => {
      await writeItem(walk, hand);
      const effort = { ...hand.effort };
      const id = await checkItem(walk, page);
      await tryPreview(walk, page);
      await breakCondition(walk, page);
      await writeRest(walk, page, id);
      await editTogether(walk, page, id);
      await page.goto(`${console.url}${CATALOG}`);
      await page.getByRole('row').nth(1).waitFor();
      await inspect(walk, page, 'catalog-items', folder);
      return effort;
    };
    const effort = await use().catch(async (error: unknown) => {
      if (folder !== undefined) await page.screenshot({ path: `${folder}/failed.png` });
      throw error;
    });
    const actions = actionsOf(effort);
    if (actions > MAX_ACTIONS) faults.push(`${actions} keys and clicks to publish an item`);
    faults.push(...manager.faults);
    return { figures: { ...effort, actions }, faults };
  } finally {
    await console.stop();
  }
}
