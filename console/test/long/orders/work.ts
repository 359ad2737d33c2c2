// By keyboard, an agent works through the tasks of an order, and another one approves the next.
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Report } from '../../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../../console-browser.ts';
import { compareAria } from '../aria.ts';
import { allScreens, inspect, rowOf, title, waitFor } from '../walks.ts';
import { fillOrders, type Orders } from './work.fill.ts';

interface Walk {
  console: ConsoleInstance;
  ada: Person;
  dan: Person;
  orders: Orders;
  faults: string[];
  folder: string;
  update: boolean;
}

const expect = ({ faults }: Walk, name: string, actual: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) faults.push(`${name}: ${one} instead of ${other}`);
};

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** A question at a row takes the focus when it is open. */
const answer = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('dialog').locator(':focus').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const readFocused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.innerText.replace(/\\s+/g, " ")');

async function tasksOf({ console, orders }: Walk) {
  const { body } = await console.instance.call('GET', `/requests/${orders.approved}/tasks`);
  return body.data as { id: string; name: string; state: string; assigned_to: string | null }[];
}

const idOf = async (walk: Walk, name: string): Promise<string> =>
  (await tasksOf(walk)).find((task) => task.name === name)?.id ?? '';

const isInState = (walk: Walk, name: string, state: string) =>
  waitFor(`${name} is ${state}`, async () =>
    (await tasksOf(walk)).some((task) => task.name === name && task.state === state)
      ? true
      : undefined,
  );

/** The list begins with what is ready; a row stays where it is when its task is done. */
async function workThroughList(walk: Walk): Promise<void> {
  const { ada, console, folder, update, faults } = walk;
  const { page } = ada;
  const [account, order, install] = [
    await idOf(walk, 'Create the account'),
    await idOf(walk, 'Order the laptop'),
    await idOf(walk, 'Install the software'),
  ];
  await page.goto(`${console.url}/console/incidents`);
  await page.getByRole('link', { name: 'My work' }).waitFor();
  await press(page, 'g', 't');
  await rowOf(page, account).waitFor();
  const sections = page.getByRole('rowgroup');
  const labels = await sections.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(walk, 'the sections', labels.filter(Boolean), [
    'Mine, ready',
    'Mine, waiting for other tasks',
    'Unassigned in my groups',
  ]);
  await inspect(walk, page, 'work-list', folder, allScreens);
  faults.push(...(await compareAria('work', page.locator('main'), update)));
  await press(page, 's');
  await answer(page, 'start');
  await rowOf(page, account).getByText('In progress').waitFor();
  await press(page, 's');
  await answer(page, 'finish');
  await rowOf(page, account).getByText('→ done').waitFor();
  await press(page, 'j', 'j', 'a');
  await rowOf(page, order).getByText('ada', { exact: true }).waitFor();
  await press(page, 's');
  await answer(page, 'finish');
  await rowOf(page, order).getByText('→ done').waitFor();
  // The task that waited for both can begin, without a reload.
  await rowOf(page, install).getByRole('button', { name: 'Start' }).waitFor();
}

async function workAtRequest(walk: Walk): Promise<void> {
  const { ada, folder, orders } = walk;
  const { page } = ada;
  const install = await idOf(walk, 'Install the software');
  await press(page, 'k', 'Enter');
  await page.waitForURL(new RegExp(`/requests/${orders.approved}\\?task=${install}$`));
  await page.locator(`#${install}:focus`).waitFor();
  await inspect(walk, page, 'work-request', folder, allScreens);
  await press(page, 't');
  await page.locator('[data-task-step]:focus').waitFor();
  expect(walk, 'the next task', await readFocused(page), 'Start : Install the software');
  await press(page, 'Enter');
  await isInState(walk, 'Install the software', 'in_progress');
  await page.locator('[data-task-step]:focus', { hasText: 'Finish' }).waitFor();
  await press(page, 'Enter');
  await isInState(walk, 'Install the software', 'done');

  const fulfil = page.getByRole('button', { name: 'Fulfil' });
  // It is disabled and says why.
  await page.locator('button[data-tip="1 of 4 tasks is open."]', { hasText: 'Fulfil' }).waitFor();
  await page.getByRole('button', { name: 'Add a task' }).click();
  await page.keyboard.type('Tell the new colleague');
  await inspect(walk, page, 'work-new-task', folder, allScreens);
  await page.getByRole('textbox', { name: 'The work to do' }).press('Enter');
  const list = page.getByRole('list', { name: 'Tasks' });
  await list.getByText('Tell the new colleague').first().waitFor();
  for (const name of ['Hand it over', 'Tell the new colleague']) {
    await page.getByRole('button', { name: `More about ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Finish' }).click();
    await isInState(walk, name, 'done');
  }
  await page.getByText('5 of 5 done').waitFor();
  await page.locator('button:not([aria-disabled])', { hasText: /^Fulfil$/ }).waitFor();
  await fulfil.click();
  await waitFor('the fulfilment', async () => {
    const path = `/requests/${orders.approved}`;
    const { body } = await walk.console.instance.call('GET', path);
    return body.state === 'fulfilled' ? true : undefined;
  });
}

/** An agent whom a stage names finds the request, and decides in two steps. */
async function approve(walk: Walk): Promise<void> {
  const { dan, console, orders, folder, update, faults } = walk;
  const { page } = dan;
  await page.goto(`${console.url}/console/requests`);
  await page
    .getByRole('link', { name: /^Waits for my approval/ })
    .first()
    .click();
  await title(page).filter({ hasText: 'Waits for my approval' }).waitFor();
  await rowOf(page, orders.waiting).waitFor();
  await page.getByRole('grid').focus();
  await press(page, 'Enter');
  const stages = page.getByRole('list', { name: 'Stages of approval' });
  await stages.getByText('Waits for a decision').waitFor();
  await page.getByText('approved Manager: Needed for the new project. Next is Budget.').waitFor();
  await inspect(walk, page, 'work-approval', folder, allScreens);
  const parts = page.getByRole('region', { name: /^(Answers|Approvals|Tasks)$/ });
  for (const [index, name] of ['answers', 'approvals', 'tasks'].entries())
    faults.push(...(await compareAria(`request-${name}`, parts.nth(index), update)));
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('In the budget');
  await page.keyboard.press('Control+Enter');
  await stages.getByText('In the budget').waitFor();
  await page.getByText('0 of 4 done').waitFor();
}

/** The inbox of the person who works on tasks leads to them. */
async function openFromInbox({ ada, console, orders }: Walk): Promise<void> {
  const { page } = ada;
  await page.goto(`${console.url}/console/incidents`);
  await page.getByRole('button', { name: /^Inbox/ }).click();
  await page
    .getByText(/Ready to begin: Create the account/)
    .first()
    .click();
  await page.waitForURL(new RegExp(`/requests/${orders.waiting}\\?task=TSK`));
}

export async function proveWork(folder = '', update = false): Promise<Report> {
  const console = await openConsole();
  if (folder) await mkdir(folder, { recursive: true });
  try {
    const [ada, dan] = [await console.signIn('ada'), await console.signIn('dan')];
    const orders = await fillOrders(console.instance);
    const walk: Walk = { console, ada, dan, orders, faults: [], folder, update };
    await workThroughList(walk);
    await workAtRequest(walk);
    await approve(walk);
    await openFromInbox(walk);
    return {
      figures: { tasks: 5 },
      faults: [...walk.faults, ...ada.faults, ...dan.faults],
    };
  } finally {
    await console.stop();
  }
}
