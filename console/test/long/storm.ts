// Sixty people report one outage. In Chromium, an agent merges the reports by keyboard, writes to all of them once, and
// resolves them together; every key is counted.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, type Person } from '../console-browser.ts';
import {
  create,
  dialog,
  expect,
  inspect,
  wideScreens,
  openRecord,
  read,
  rowOf,
  title,
  type Walk,
  waitFor,
} from './walks.ts';

const TITLE = 'The mail server does not answer';

interface Storm extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
  keys: Record<string, number>;
}

const inspectStorm = (storm: Storm, name: string): Promise<void> =>
  inspect(storm, storm.ada.page, `storm-${name}`, storm.folder);

/** Presses keys and counts them for a part of the walk. */
const presser =
  (storm: Storm, page: Page, part: string) =>
  async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key);
      storm.keys[part] = (storm.keys[part] ?? 0) + 1;
    }
  };

const typer =
  (storm: Storm, page: Page, part: string) =>
  async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    storm.keys[part] = (storm.keys[part] ?? 0) + text.length;
  };

const duplicatesOf = async ({ console }: Walk, leader: string) =>
  (await console.instance.call('GET', `/incidents/${leader}/duplicates`)).body;

const noticesOf = (walk: Walk, type: string): Promise<Record<string, unknown>[]> =>
  walk.console.instance.sql(
    `select lower(recipient) as recipient, count(*)::int as n from notifications
     where type = $1 group by 1 order by 1`,
    [type],
  );

async function mergeAll(storm: Storm, leader: string, reports: number): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'merge');
  await page.goto(`${storm.console.url}/console/incidents?q=mail&sort=created_at&order=asc`);
  await rowOf(page, leader).waitFor();
  await press('Control+a', 'M');
  await dialog(page).getByRole('option').first().waitFor();
  await dialog(page).locator(':focus').waitFor();
  await inspectStorm(storm, 'choose');
  await press('ArrowDown', 'Enter');
  const merge = dialog(page).getByRole('button', { name: `Merge ${reports - 1} incidents` });
  await merge.waitFor();
  await inspectStorm(storm, 'preview');
  await press('Enter');
  await dialog(page)
    .getByText(`${reports - 1} will change`)
    .waitFor();
  await inspectStorm(storm, 'dry-run');
  await press('Enter');
  await dialog(page)
    .getByText(`${reports - 1} incidents changed`)
    .waitFor();
  await press('Enter');
  const { data, people } = await duplicatesOf(storm, leader);
  expect(storm, 'the duplicates', data.length, reports - 1);
  expect(storm, 'the people of the duplicates', people, reports - 1);
}

/** One key takes all merges back, and the same keys make them again. */
async function undoAll(storm: Storm, leader: string): Promise<void> {
  const { page } = storm.ada;
  await presser(storm, page, 'undo')('z');
  await waitFor('the undo', async () =>
    (await duplicatesOf(storm, leader)).data.length === 0 ? true : undefined,
  );
}

async function writeToAll(storm: Storm, leader: string, reports: number): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'write');
  await openRecord(storm.ada, storm, leader);
  await page.getByRole('heading', { name: `Duplicates (${reports - 1})` }).waitFor();
  await inspectStorm(storm, 'leader');
  await title(page).focus();
  await press('n');
  await page.locator('textarea:focus').waitFor();
  await press('Shift+Tab', 'ArrowRight');
  await page.getByRole('tab', { name: 'Public', selected: true }).waitFor();
  await press('Tab');
  await typer(storm, page, 'write')('We restart the server.');
  const check = page.getByRole('checkbox', { name: `Also the ${reports - 1} people` });
  await check.waitFor();
  await press('Tab', 'Space');
  expect(storm, 'the choice', await check.isChecked(), true);
  await inspectStorm(storm, 'composer');
  await press('Control+Enter');
  await waitFor('the note', async () => {
    const notices = await noticesOf(storm, 'incident.answered');
    return notices.length === reports ? true : undefined;
  });
  const notified = await noticesOf(storm, 'incident.answered');
  expect(
    storm,
    'people who got the note twice',
    notified.filter(({ n }) => n !== 1),
    [],
  );
}

async function resolveAll(storm: Storm, leader: string, reports: number): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'resolve');
  await openRecord(storm.ada, storm, leader);
  await page.getByRole('heading', { name: `Duplicates (${reports - 1})` }).waitFor();
  await title(page).focus();
  await press('s');
  await page.locator('[role=toolbar][aria-label="Next state"] button:focus').waitFor();
  await press('Enter');
  await page.getByRole('checkbox', { name: `Resolve its ${reports - 1} duplicates too` }).waitFor();
  await typer(storm, page, 'resolve')('The server runs again.');
  await inspectStorm(storm, 'resolve');
  await press('Control+Enter');
  await waitFor('the resolution of all', async () => {
    const { data } = await duplicatesOf(storm, leader);
    return data.every(({ state }: { state: string }) => state === 'resolved') ? true : undefined;
  });
  expect(storm, 'the leader', (await read(storm, leader)).state, 'resolved');
  const notices = await waitFor('the notices', async () => {
    const all = await noticesOf(storm, 'incident.resolved');
    return all.length === reports ? all : undefined;
  });
  expect(
    storm,
    'people told of the end twice',
    notices.filter(({ n }) => n !== 1),
    [],
  );
  await page.reload();
  await page.getByText('Resolved', { exact: true }).first().waitFor();
  await inspectStorm(storm, 'resolved');
}

/** A single incident is merged on its page and comes back by one key; a new report is added to the leader. */
async function mergeOne(storm: Storm, leader: string): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'merge one');
  const id = await create(storm, { short_description: 'Mail hangs on my phone', priority: 'P4' });
  await openRecord(storm.ada, storm, id);
  await page.getByRole('button', { name: 'Start progress' }).waitFor();
  await title(page).focus();
  await press('M');
  await dialog(page).locator(':focus').waitFor();
  await typer(storm, page, 'merge one')(leader);
  await dialog(page).getByRole('option', { name: TITLE }).waitFor();
  await press('Enter');
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).waitFor();
  await inspectStorm(storm, 'one');
  await press('Enter');
  await page.getByText(`A duplicate of`).waitFor();
  await waitFor('the merge of one', async () =>
    (await read(storm, id)).merged_into === leader ? true : undefined,
  );
  // The undo is offered for ten seconds, in which the page cannot be inspected.
  await press('z');
  await waitFor('the undo of one', async () =>
    (await read(storm, id)).merged_into === undefined ? true : undefined,
  );
  await page.getByText('A duplicate of').waitFor({ state: 'detached' });
  await storm.console.instance.call('POST', `/incidents/${id}/merge`, { body: { into: leader } });
  await page.getByText('A duplicate of').waitFor();
  await inspectStorm(storm, 'duplicate');
  await page.getByRole('button', { name: 'Unmerge' }).focus();
  await press('Enter');
  await page.getByText('A duplicate of').waitFor({ state: 'detached' });
}

async function addReport(storm: Storm, leader: string): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'add');
  await page.goto(`${storm.console.url}/console/incidents`);
  await page.getByRole('grid').waitFor();
  await press('c');
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.focus();
  await typer(storm, page, 'add')('Mail server gives no answer');
  const add = page.getByRole('button', { name: `Add to ${leader}` });
  await add.waitFor();
  await inspectStorm(storm, 'add');
  await add.focus();
  await press('Enter');
  await page.getByText('A duplicate of').waitFor();
  await title(page).filter({ hasText: 'Mail server gives no answer' }).waitFor();
}

/** The other incidents on the CI of the leader are chosen and merged by keyboard, and one key takes the merge back. */
async function mergeOnCi(storm: Storm): Promise<void> {
  const { page } = storm.ada;
  const press = presser(storm, page, 'merge on the CI');
  const { instance } = storm.console;
  const ci = await instance.call('POST', '/cmdb/cis', {
    body: { name: 'mail-01', class: 'server' },
  });
  const on = (text: string) => create(storm, { short_description: text, ci_id: ci.body.id });
  const leader = await on('Mail is down');
  const others = [await on('Mail is slow'), await on('Mail is lost'), await on('No mail today')];
  await openRecord(storm.ada, storm, leader);
  const all = page.getByRole('checkbox', { name: 'Choose all' });
  await all.focus();
  await press('Space');
  const merge = page.getByRole('button', { name: 'Merge 3 into this one' });
  await merge.waitFor();
  await inspect(storm, page, 'storm-on-ci', storm.folder, wideScreens);
  await merge.focus();
  await press('Enter');
  await page.getByRole('heading', { name: 'Duplicates (3)' }).waitFor();
  const merged = (await duplicatesOf(storm, leader)).data.map(({ id }: { id: string }) => id);
  expect(storm, 'the duplicates on the CI', merged.toSorted(), others.toSorted());
  await press('z');
  await waitFor('the undo on the CI', async () =>
    (await duplicatesOf(storm, leader)).data.length === 0 ? true : undefined,
  );
}

export async function proveStorm(reports: number, folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const ada = await console.signIn('ada');
    const person: Person = ada;
    const storm: Storm = { console, ada, bo: person, faults, folder, keys: {} };
    const ids: string[] = [];
    for (let n = 1; n <= reports; n += 1) {
      const requester = `caller${n}@example.com`;
      const text = n === 1 ? TITLE : `No mail in office ${n}`;
      ids.push(await create(storm, { short_description: text, requester }));
    }
    const [leader = ''] = ids;
    await console.instance.call('PATCH', `/incidents/${leader}`, {
      body: { state: 'in_progress' },
    });
    await mergeAll(storm, leader, reports);
    await undoAll(storm, leader);
    await mergeAll(storm, leader, reports);
    await mergeOne(storm, leader);
    await writeToAll(storm, leader, reports);
    await resolveAll(storm, leader, reports);
    faults.push(...ada.faults);
    return { figures: { reports, ...storm.keys }, faults };
  } finally {
    await console.stop();
  }
}

export async function proveAddingToLeader(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const ada = await console.signIn('ada');
    const storm: Storm = { console, ada, bo: ada, faults, folder, keys: {} };
    const leader = await create(storm, { short_description: TITLE });
    const id = await create(storm, { short_description: 'Mail is late' });
    await console.instance.call('POST', `/incidents/${id}/merge`, { body: { into: leader } });
    await addReport(storm, leader);
    const { data } = await duplicatesOf(storm, leader);
    expect(storm, 'the duplicates', data.length, 2);
    await mergeOnCi(storm);
    faults.push(...ada.faults);
    return { figures: { ...storm.keys }, faults };
  } finally {
    await console.stop();
  }
}
