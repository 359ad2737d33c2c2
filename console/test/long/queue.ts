// Two agents work with the queue: conflicts, a bulk change with refusals, undo, columns, and saved views.
import type { Page } from 'playwright-core';
import { examine } from '../console-browser.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';
import {
  typeInto,
  create,
  dialog,
  expect,
  read,
  rowOf,
  title,
  waitFor,
  type Walk,
  walkThrough,
} from './walks.ts';

const NEWEST = 'sort=created_at&order=desc';
const BULK = 100;

async function openQueue({ console }: Walk, page: Page, query = NEWEST): Promise<void> {
  await page.goto(`${console.url}/console/incidents?${query}`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
}

/** Opens the dialog of a key for the first row, and waits until it can be typed into. */
async function ask(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await dialog(page).locator(':focus').waitFor();
}

const collectFindings = async ({ faults }: Walk, page: Page, name: string): Promise<void> => {
  faults.push(...(await examine(page)).map((finding) => `${name}: ${finding}`));
};

/** Changes of different fields are merged; if both change one field, the agent who comes second chooses. */
async function conflicts(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'Changed in two queues', priority: 'P3' });
  const set = (body: object) =>
    walk.console.instance.call('PATCH', `/incidents/${id}`, {
      body,
      email: 'bo@example.com',
      as: 'agent',
    });
  await openQueue(walk, page);
  await ask(page, 'p');
  await set({ category: 'network' });
  await typeInto(page, 'P2');
  await page
    .getByText('Someone else changed category at the same time; both changes are saved.')
    .waitFor();
  const merged = await read(walk, id);
  expect(walk, 'disjoint fields', [merged.priority, merged.category], ['P2', 'network']);

  const panel = page.getByRole('group', { name: `Conflicting changes to ${id}` });
  for (const [button, left] of [
    ['Keep mine', 'P4'],
    ['Take theirs', 'P1'],
  ] as const) {
    await ask(page, 'p');
    await set({ priority: 'P1' });
    const y = (await rowOf(page, id).boundingBox())?.y;
    await typeInto(page, 'P4');
    await panel.waitFor();
    const text = (await panel.textContent()) ?? '';
    if (![/P1/, /P4/, /\(bo/i].every((part) => part.test(text)))
      walk.faults.push(`the panel says: ${text}`);
    expect(walk, 'the place of the row', (await rowOf(page, id).boundingBox())?.y, y);
    if (left === 'P4') await collectFindings(walk, page, 'conflict');
    // Keys still work on the rows; the panel is the next tab stop.
    expect(walk, 'focus', await page.evaluate('document.activeElement?.role'), 'grid');
    await panel.getByRole('button', { name: button }).press('Enter');
    await panel.waitFor({ state: 'detached' });
    await waitFor(`${button}: ${left}`, async () =>
      (await read(walk, id)).priority === left ? true : undefined,
    );
    await rowOf(page, id).getByText(left).waitFor();
    if (left === 'P4') await set({ priority: 'P3' });
    await rowOf(page, id)
      .getByText(left === 'P4' ? 'P3' : 'P1')
      .waitFor();
    // The version of the row is read again soon after its event.
    await page.waitForTimeout(3000);
  }
}

/** The key `z` undoes a change of a field, and withdraws a resolution before it is sent. */
async function undoChanges(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'Undone', priority: 'P3' });
  await openQueue(walk, page);
  await ask(page, 'p');
  await typeInto(page, 'P1');
  await rowOf(page, id).getByText('P1').waitFor();
  await page.keyboard.press('z');
  await rowOf(page, id).getByText('P3').waitFor();
  await waitFor('the old priority', async () =>
    (await read(walk, id)).priority === 'P3' ? true : undefined,
  );
  await ask(page, 's');
  await typeInto(page, 'start', 'Start progress');
  await rowOf(page, id).getByText('In progress').waitFor();
  await ask(page, 's');
  await typeInto(page, 'resolve', 'Resolve');
  await dialog(page).locator('textarea:focus').waitFor();
  await page.keyboard.type('Restarted');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending in 5 s.').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Sending in 5 s.').waitFor({ state: 'detached' });
  await page.waitForTimeout(6000);
  expect(walk, 'the state', (await read(walk, id)).state, 'in_progress');
}

/** Two of a hundred rows cannot make the transition: the dry run says so, and the others change. */
async function bulk(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const { call } = walk.console.instance;
  const ids = await createIncidents(walk.console.instance, BULK, incidentFields);
  const refused = ids.slice(10, 12);
  for (const id of refused)
    await call('PATCH', `/incidents/${id}`, { body: { state: 'cancelled', work_note: 'no' } });
  await openQueue(walk, page);
  await page.keyboard.press('Control+a');
  await page.getByText(`${BULK} selected`).waitFor();
  await ask(page, 's');
  await typeInto(page, 'start', 'Start progress');
  await dialog(page).getByText('98 will change, 2 cannot').waitFor();
  expect(walk, 'refusals', await dialog(page).getByRole('listitem').count(), refused.length);
  await dialog(page).getByRole('button', { name: 'Change 98 incidents' }).click();
  await dialog(page).getByText('98 incidents changed, 2 refused.').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByText('2 selected').waitFor();
  const { body } = await call('GET', '/incidents/counts?by=state');
  const count = (state: string) =>
    body.by.state.find((one: { value: string }) => one.value === state)?.count ?? 0;
  if (count('in_progress') < BULK - refused.length)
    walk.faults.push(`${count('in_progress')} are in progress`);
  await page.keyboard.press('Escape');
}

const headers = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.textContent ?? ''));

/** Columns are in the URL and in a saved view, which is renamed, shared and deleted. */
async function views(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  await openQueue(walk, page, `priority=P1&${NEWEST}`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Category' }).click();
  await page.getByRole('checkbox', { name: 'Updated' }).click();
  await page.waitForURL(/cols=priority,id,short_description,.*category/);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Category' }).waitFor();
  expect(walk, 'Updated', (await headers(page)).includes('Updated'), false);
  await collectFindings(walk, page, 'columns');
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Urgent');
  await page.keyboard.press('Enter');
  await title(page).filter({ hasText: 'Urgent' }).waitFor();
  const find = async () => {
    const { body } = await walk.console.instance.call('GET', '/views?list=incidents', {
      as: 'agent',
      email: walk.ada.email,
    });
    return body.data[0];
  };
  expect(walk, 'columns', (await find()).columns.includes('category'), true);

  const manage = async (item: string) => {
    await page.keyboard.press('v');
    await page.getByRole('menuitem', { name: item }).click();
    await dialog(page).waitFor();
  };
  await manage('Rename or share…');
  await collectFindings(walk, page, 'the view');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Most urgent');
  await dialog(page).getByRole('combobox', { name: 'Visible to' }).selectOption('Group: Network');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await title(page).filter({ hasText: 'Most urgent' }).waitFor();
  const { name, audience, group } = await find();
  expect(walk, 'the view', [name, audience, group], ['Most urgent', 'group', 'Network']);
  // A member of the group has it in the rail.
  await openQueue(walk, walk.bo.page);
  await walk.bo.page.getByRole('link', { name: 'Most urgent' }).click();
  await walk.bo.page.getByRole('columnheader', { name: 'Category' }).waitFor();
  await walk.bo.page.keyboard.press('v');
  await walk.bo.page.getByRole('menuitem', { name: 'Most urgent' }).waitFor();
  const others = walk.bo.page.getByRole('menuitem', { name: 'Delete…' });
  expect(walk, 'the view of another agent', await others.count(), 0);
  await walk.bo.page.keyboard.press('Escape');

  await manage('Delete…');
  await dialog(page).getByRole('button', { name: 'Delete view' }).click();
  await title(page).filter({ hasText: 'My teams' }).waitFor();
  expect(walk, 'views', await find(), undefined);
}

async function addGroup({ console, ada, bo }: Walk): Promise<void> {
  const body = { name: 'Network', members: [ada.email, bo.email] };
  const { status, text } = await console.instance.call('POST', '/groups', {
    as: 'super_admin',
    body,
  });
  if (status !== 201) throw new Error(text);
}

export const proveQueue = (): Promise<Report> =>
  walkThrough({ group: addGroup, conflicts, undo: undoChanges, bulk, views });
