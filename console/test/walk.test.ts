// One walk in Chromium against the real service: sign-in, the queue, triage by keyboard, a bulk change.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { CHROMIUM } from '../../server/test/support/chromium.ts';
import { until } from '../../server/test/support/processes.ts';
import { type ConsoleInstance, examine, openConsole, type Person } from './console-browser.ts';
import { readCsv } from './csv.ts';

/** By priority, so that they breach in this order. */
const titles = ['Checkout answers 502', 'Mail is late', 'Printer offline', 'Badge reader stuck'];

const skip = !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`;

describe('A walk through the console', { skip }, () => {
  let console: ConsoleInstance;
  let agent: Person;
  let ids: string[];

  const read = async (id: string) => (await console.instance.call('GET', `/incidents/${id}`)).body;
  const row = (id: string) => agent.page.getByRole('row').filter({ hasText: id });
  const press = async (...keys: string[]) => {
    for (const key of keys) await agent.page.keyboard.press(key);
  };
  const dialog = () => agent.page.getByRole('dialog');
  /** A dialog takes the focus when it is open; until then a key would be lost. */
  const pressIn = async (...keys: string[]) => {
    await dialog().locator(':focus').waitFor();
    await press(...keys);
  };

  before(async () => {
    console = await openConsole();
    ids = [];
    for (const [index, short_description] of titles.entries()) {
      const body = { short_description, priority: `P${index + 1}` };
      ids.push((await console.instance.call('POST', '/incidents', { body })).body.id);
    }
    agent = await console.signIn('ada');
  });
  after(() => console.stop());

  test('the sign-in leads to the open incidents, sorted by breach', async () => {
    const { page } = agent;
    assert.match(page.url(), /\/console\/incidents\?state=new,.*&sort=sla_breach_at&order=asc/);
    await page.getByRole('row').filter({ hasText: 'Checkout answers 502' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 5, 'the header and four rows');
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Open');
  });

  test('a new incident is assigned, noted, put on hold and resolved by keyboard', async () => {
    const [first = ''] = ids;
    await row(first).waitFor();
    await press('a');
    await row(first).getByText('ada', { exact: true }).waitFor();
    await press('n');
    await pressIn('L', 'o', 'o', 'k', 'i', 'n', 'g', 'Control+Enter');
    await agent.page.getByText(`Note added to ${first}`).waitFor();
    await press('s');
    await dialog().getByRole('option').first().waitFor();
    await pressIn('s', 't', 'a', 'r', 't', 'Enter');
    await row(first).getByText('In progress').waitFor();
    await press('s');
    await dialog().getByRole('option', { name: 'Put on hold' }).waitFor();
    await pressIn('h', 'o', 'l', 'd', 'Enter');
    await dialog().getByRole('option', { name: 'Awaiting a vendor' }).waitFor();
    await pressIn('v', 'e', 'n', 'd', 'o', 'r', 'Enter');
    await row(first).getByText('On hold').waitFor();
    const { assigned_to, state, on_hold_reason, work_notes_count } = await read(first);
    assert.deepEqual(
      [assigned_to, state, on_hold_reason, work_notes_count],
      [agent.email, 'on_hold', 'awaiting_vendor', 1],
    );
  });

  test('a change of a field is undone by z', async () => {
    await press('j', 'p');
    await pressIn('P', '1', 'Enter');
    const [, second = ''] = ids;
    await row(second).getByText('P1').waitFor();
    await press('z');
    await row(second).getByText('P2').waitFor();
    await dialog().waitFor({ state: 'detached' });
    // The page shows it before it is saved.
    await until('it is saved', async () => (await read(second)).priority === 'P2');
  });

  test('a bulk change is checked first, and names the rows that cannot change', async () => {
    const { page } = agent;
    await press('k', 'x', 'J', 'J');
    await page.getByText('3 selected').waitFor();
    await press('s');
    await dialog().getByRole('option').first().waitFor();
    await pressIn('s', 't', 'a', 'r', 't', 'Enter');
    await dialog().getByText('will change').waitFor();
    await dialog().getByRole('button', { name: 'Change 3 incidents' }).click();
    await dialog().getByText('3 incidents changed.').waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
    const states = await Promise.all(ids.slice(0, 3).map(async (id) => (await read(id)).state));
    assert.deepEqual(states, ['in_progress', 'in_progress', 'in_progress']);
  });

  test('a filter is in the URL and survives a reload; the peek too', async () => {
    const { page } = agent;
    await press('f');
    await page.getByRole('option', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'P4' }).click();
    await press('Escape');
    await page.waitForURL(/priority=P4/);
    await page.getByText('Badge reader stuck').waitFor();
    await press('Space');
    await page.waitForURL(/peek=INC/);
    await page.reload();
    await page.getByRole('complementary', { name: /^Incident INC/ }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    await press('Escape');
    await page.waitForURL((url) => !url.search.includes('peek'));
  });

  test('what one chooses while a list is loading keeps what one chose before, and Space opens no row', async () => {
    const { page } = agent;
    const answers = Promise.withResolvers<void>();
    await page.route(/api\/v1\/incidents\?/, (route) =>
      answers.promise.then(() => route.continue()),
    );
    await press('f');
    await page.getByRole('option', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'P3' }).click();
    await page.waitForURL(/priority=P4,P3/);
    await page.getByRole('option', { name: 'P2' }).click();
    await page.waitForURL(/priority=P4,P3,P2/);
    const [, second = '', , fourth = ''] = ids;
    await press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    // The list before is still shown; nobody means its row.
    await row(fourth).waitFor();
    await press('Space');
    answers.resolve();
    await row(second).waitFor();
    await page.unroute(/api\/v1\/incidents\?/);
    assert.doesNotMatch(page.url(), /peek/);
    await press('Space');
    await page.waitForURL(`**/*priority=P4,P3,P2*peek=${second}*`);
    await press('Escape');
    await page.waitForURL((url) => !url.search.includes('peek'));
  });

  test('a view is in the URL once it is saved; after its page was left, it does not lead back', async () => {
    const { page } = agent;
    const save = async (...name: string[]) => {
      await page.getByRole('button', { name: 'Save view' }).click();
      await pressIn(...name, 'Enter');
    };
    const answer = Promise.withResolvers<void>();
    await page.route(/api\/v1\/views$/, (route) => answer.promise.then(() => route.continue()));
    await save('M', 'i', 'n', 'e');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    answer.resolve();
    await page.getByText('View “Mine” saved.').waitFor();
    await page.unroute(/api\/v1\/views$/);
    assert.match(page.url(), /\/console\/changes$/);
    await page.goBack();
    await row(ids[1] ?? '').waitFor();
    assert.match(page.url(), /view=open/);
    await save('O', 'u', 'r', 's');
    await page.waitForURL((url) => url.searchParams.get('view') !== 'open');
    await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
  });

  test('columns are moved and resized, stay in the URL, and are saved with the view', async () => {
    const { page } = agent;
    const header = (name: string) => page.getByRole('columnheader', { name });
    const widthOf = async (name: string) => (await header(name).boundingBox())?.width ?? 0;
    const edge = (await header('State').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [edge.x + edge.width - 3, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y);
    await page.mouse.move(x + 44, y);
    assert.equal(await widthOf('State'), edge.width + 44, 'it follows the pointer');
    assert.doesNotMatch(page.url(), /widths/, 'the page renders nothing meanwhile');
    await page.mouse.up();
    await page.waitForURL(/widths=state:160/);

    await header('Group').locator('span').first().dragTo(header('State'));
    await page.waitForURL(/cols=[^&]*short_description,assignment_group,state/);
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.locator('input:focus').waitFor();
    await columns.getByRole('button', { name: 'Move Group up' }).press('Enter');
    await page.waitForURL(/cols=[^&]*id,assignment_group,short_description/);
    const pressed = columns.locator('button:focus');
    assert.equal(await pressed.getAttribute('aria-label'), 'Move Group up', 'it keeps the focus');
    await press('Enter');
    await page.waitForURL(/cols=priority,assignment_group,id/);
    await columns.getByRole('button', { name: 'Make State narrower' }).press('Enter');
    await page.waitForURL(/widths=state:136/);
    await press('Escape');
    await columns.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog().getByRole('button', { name: 'Update “Ours”' }).click();
    await page.getByRole('button', { name: 'Save view' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Open/ }).click();
    await page.waitForURL(/view=open/);
    assert.doesNotMatch(page.url(), /cols|widths/);
    await page.getByRole('link', { name: /^Ours/ }).click();
    await page.waitForURL(/cols=priority,assignment_group,id.*widths=state:136/);
    await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();
    assert.equal(await widthOf('State'), 136);
    assert.equal(await page.getByRole('button', { name: 'Save view' }).count(), 0);
  });

  test('a list is exported as CSV with the columns in view, whatever its titles begin with', async () => {
    const { page } = agent;
    const hostile = [
      `=cmd|' /C calc'!A0`,
      '+1+1',
      '-2',
      '@SUM(A1:A9)',
      'He said "no", twice',
      'Two\nlines',
      'Fire 🔥 in café',
    ];
    const all = Array.from({ length: 230 }, (_, index) => hostile[index] ?? `Row ${index}`);
    await console.instance.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select title, 'P3', false, 'new', 'Export', 'a@example.com', 1, now(), 1, now(), now() from unnest($1::text[]) title`,
      [all],
    );
    const cols = 'id,short_description,state,created_at';
    await page.goto(
      `${console.url}/console/incidents?category=Export&sort=created_at&cols=${cols}`,
    );
    await row('Row 229').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV…' }).click();
    const download = await saved;
    assert.match(download.suggestedFilename(), /^incidents-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const [header, ...lines] = readCsv(text.replace(/^\uFEFF/, ''));
    assert.deepEqual(header, ['Id', 'Title', 'State', 'Created']);
    const listed = await console.instance.call('GET', '/incidents?category=Export&limit=200');
    const next = await console.instance.call(
      'GET',
      `/incidents?category=Export&limit=200&cursor=${encodeURIComponent(listed.body.next_cursor)}`,
    );
    const expected = [...listed.body.data, ...next.body.data].map((one) => [
      one.id,
      /^[=+@-]/.test(one.short_description) ? `'${one.short_description}` : one.short_description,
      'New',
      one.created_at,
    ]);
    assert.equal(expected.length, all.length);
    assert.deepEqual(lines, expected);
    await page.getByText(`${download.suggestedFilename()} has 230 rows.`).waitFor();
    await page.goto(`${console.url}/console/incidents?priority=P4`);
    await row(ids[3] ?? '').waitFor();
  });

  test('axe finds nothing serious in light, dark and at 390 px; nothing violated the policy', async () => {
    assert.deepEqual(await examine(agent.page), []);
    assert.deepEqual(agent.faults, []);
  });
});
