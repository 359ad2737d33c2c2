// In Chromium, four people order, approve and fulfil the three items of the demonstration. Every key and click is counted.
import { mkdir } from 'node:fs/promises';
import type { Report } from '../../../../server/test/support/report.ts';
import { compareAria } from '../aria.ts';
import type { Keyboard } from '../tasks/keyboard.ts';
import { expect, inspect, title, type Walk, waitFor } from '../walks.ts';
import { type Colleague, Efforts, openDemonstration, type Scene } from './demonstration.ts';
import { type OrderedItem, orderedItems } from './ordered-items.ts';

interface ItemWalk extends Scene {
  key: string;
  item: OrderedItem;
  handOf: (colleague: Colleague) => Keyboard;
}

/** Each page is examined in light, dark and at 390 px, and read as a screen reader does. */
async function read(walk: ItemWalk, colleague: Colleague, name: string): Promise<void> {
  const { page } = walk.people[colleague];
  const text = `catalog-${walk.key}-${name}`;
  await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
  await inspect(walk, page, text, walk.folder || undefined);
  walk.faults.push(...(await compareAria(text, page.locator('main'), walk.update)));
}

const requestOf = async ({ console }: Scene, id: string) =>
  (await console.instance.call('GET', `/requests/${id}`)).body;

const check = (walk: ItemWalk, fact: string, actual: unknown, expected: unknown): void =>
  expect(walk as unknown as Walk, `${walk.key}: ${fact}`, actual, expected);

async function goHome({ console }: Scene, { page }: Keyboard): Promise<void> {
  await page.goto(`${console.url}/console/`);
  await title(page).waitFor();
}

/** The service stores answers in an order of its own. */
const sortByKey = (answers: object): object =>
  Object.fromEntries(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function order(walk: ItemWalk): Promise<string> {
  const { item } = walk;
  const hand = walk.handOf('anna');
  const { page } = hand;
  await goHome(walk, hand);
  const offers = page.getByRole('list', { name: item.category });
  await offers.getByText(item.name, { exact: true }).waitFor();
  if (walk.key === 'laptop') await read(walk, 'anna', 'home');
  await hand.click(offers.getByText(item.name, { exact: true }));
  await title(page).filter({ hasText: item.name }).waitFor();
  const form = page.getByRole('form', { name: `Order ${item.name}` });
  await form.waitFor();
  await item.answer(hand, (label) => form.getByLabel(label));
  await read(walk, 'anna', 'form');
  await hand.activate(form.getByRole('button', { name: 'Send' }));
  await page.waitForURL(/\/requests\/REQ/);
  await page.getByRole('region', { name: 'Answers' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  check(
    walk,
    'the answers',
    sortByKey((await requestOf(walk, id)).answers),
    sortByKey(item.answers),
  );
  await read(walk, 'anna', 'sent');
  return id;
}

const stageIsDecided = (walk: ItemWalk, id: string, place: number) =>
  waitFor(`${walk.key}: the decision about stage ${place + 1}`, async () => {
    const { stages } = await requestOf(walk, id);
    return stages[place].state === 'approved' || undefined;
  });

/** The approver is an employee, who finds the request on the home page. */
async function approveOnHome(walk: ItemWalk, id: string): Promise<void> {
  const hand = walk.handOf('jack');
  const { page } = hand;
  await goHome(walk, hand);
  const waiting = page.getByRole('list', { name: 'Waits for your decision' });
  await waiting.getByRole('link', { name: /Anna Berg asks/ }).waitFor();
  if (walk.key === 'laptop') await read(walk, 'jack', 'waiting');
  await hand.click(
    waiting.getByRole('link', { name: new RegExp(`${walk.item.name}.*Anna Berg asks`) }),
  );
  const panel = page.getByRole('region', { name: 'Waits for your decision' });
  await panel.waitFor();
  await read(walk, 'jack', 'decision');
  await hand.click(panel.getByRole('button', { name: 'Approve' }));
  await stageIsDecided(walk, id, 0);
}

/** An agent finds it among the requests that wait for them. */
async function approveAsAgent(walk: ItemWalk, agent: Colleague, id: string): Promise<void> {
  const hand = walk.handOf(agent);
  const { page } = hand;
  await goHome(walk, hand);
  await hand.press('g', 'r');
  await hand.click(page.getByRole('link', { name: /^Waits for my approval/ }).first());
  await page.locator(`#row-${id}`).waitFor();
  await page.getByRole('grid').focus();
  await openRow(hand, id);
  await read(walk, agent, 'stage');
  await hand.press('s', 'Enter');
  const comment = page.getByRole('textbox', { name: 'Comment (optional)' });
  await comment.and(page.locator(':focus')).waitFor();
  await hand.press('Control+Enter');
  await stageIsDecided(walk, id, 1);
}

const MAX_ROWS = 30;

/** Moves down to the row and opens it. The page shows a move a moment after the key. */
async function openRow(hand: Keyboard, id: string): Promise<void> {
  const { page } = hand;
  const active = () => page.getByRole('grid').getAttribute('aria-activedescendant');
  for (let rows = 0; (await active()) !== `row-${id}`; rows += 1) {
    if (rows === MAX_ROWS) throw new Error(`${MAX_ROWS} rows do not reach ${id}`);
    const before = await active();
    await hand.press('j');
    await waitFor('the next row', async () => (await active()) !== before || undefined);
  }
  await hand.press('Enter');
  await title(page).waitFor();
}

const tasksOf = async ({ console }: Scene, id: string) =>
  (await console.instance.call('GET', `/requests/${id}/tasks`)).body.data as {
    id: string;
    state: string;
    is_ready: boolean;
    assignment_group: string;
  }[];

/** A task that was finished makes others ready, and the page offers their steps. */
const showsReady = (walk: ItemWalk, { page }: Keyboard, id: string): Promise<true> =>
  waitFor(`${walk.key}: the steps of all tasks that are ready`, async () => {
    const ready = (await tasksOf(walk, id)).filter(
      ({ state, is_ready }) => is_ready && (state === 'open' || state === 'in_progress'),
    );
    const steps = page.locator('[data-task-step]:not([aria-disabled])');
    return (await steps.count()) === ready.length || undefined;
  });

/** `t` goes to the next step of a task; Enter starts the task, and a second Enter finishes it. */
async function work(walk: ItemWalk, agent: Colleague, count: number, id: string): Promise<void> {
  const hand = walk.handOf(agent);
  const { page } = hand;
  await goHome(walk, hand);
  await hand.press('g', 't');
  await title(page).filter({ hasText: 'My work' }).waitFor();
  const own = await waitFor(`${walk.key}: a task of ${agent}`, async () => {
    for (const task of await tasksOf(walk, id))
      if (await page.locator(`#row-${task.id}`).count()) return task;
    return undefined;
  });
  await page.getByRole('grid').focus();
  if (walk.key === 'laptop') await read(walk, agent, 'work');
  await openRow(hand, own.id);
  await page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first().waitFor();
  await read(walk, agent, `tasks-of-${agent}`);
  const countEnded = async () =>
    (await tasksOf(walk, id)).filter(({ state }) => state === 'done').length;
  for (let done = 0; done < count; done += 1) {
    const before = await countEnded();
    await showsReady(walk, hand, id);
    await hand.press('t');
    const step = page.locator('[data-task-step]:focus');
    await step.filter({ hasText: 'Start' }).waitFor();
    await hand.press('Enter');
    await step.filter({ hasText: 'Finish' }).waitFor();
    await hand.press('Enter');
    await waitFor('the task is done', async () => (await countEnded()) > before || undefined);
    await page
      .getByText(`${before + 1} of `)
      .first()
      .waitFor();
  }
}

async function fulfil(walk: ItemWalk, agent: Colleague, id: string): Promise<void> {
  const hand = walk.handOf(agent);
  await hand.press('s', 'Enter');
  await waitFor(`${walk.key}: the fulfilment`, async () => {
    const { state } = await requestOf(walk, id);
    return state === 'fulfilled' || undefined;
  });
  await read(walk, agent, 'fulfilled');
}

/** The employee reads at last that it is done. */
async function follow(walk: ItemWalk, id: string): Promise<void> {
  const hand = walk.handOf('anna');
  await hand.page.goto(`${walk.console.url}/console/requests/${id}`);
  await hand.page.getByText('This is done').first().waitFor();
  await read(walk, 'anna', 'done');
}

async function walkItem(walk: ItemWalk): Promise<void> {
  const id = await order(walk);
  await approveOnHome(walk, id);
  for (const agent of walk.item.approvers) await approveAsAgent(walk, agent, id);
  let last: Colleague = 'gwen';
  for (const [agent, count] of walk.item.workers) {
    await work(walk, agent, count, id);
    last = agent;
  }
  await fulfil(walk, last, id);
  await follow(walk, id);
}

export async function proveFourPeople(folder = '', update = false): Promise<Report> {
  if (folder !== '') await mkdir(folder, { recursive: true });
  const scene = await openDemonstration(folder, update);
  const { people, faults, console } = scene;
  try {
    const efforts = new Efforts(scene);
    for (const [key, item] of Object.entries(orderedItems)) {
      const handOf = (colleague: Colleague) => efforts.handOf(key, colleague);
      try {
        await walkItem({ ...scene, key, item, handOf });
      } catch (error) {
        faults.push(`${key}: ${String(error)}`);
        for (const [name, { page }] of folder === '' ? [] : Object.entries(people))
          await page.screenshot({ path: `${folder}/failed-${key}-${name}.png` });
      }
    }
    faults.push(...Object.values(people).flatMap((person) => person.faults));
    return { ...efforts.report, faults };
  } finally {
    await console.stop();
  }
}
