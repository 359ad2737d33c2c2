// A person signs in to the real service with Chromium, works through the queue by keyboard, and makes a bulk change.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { CHROMIUM } from '../../server/test/support/chromium.ts';
import { until } from '../../server/test/support/processes.ts';
import { type ConsoleInstance, examine, openConsole, type Person } from './console-browser.ts';
import { proveExport } from './export-walk.ts';

/** Priorities follow this order, so that the incidents breach in it. */
const titles = ['Checkout answers 502', 'Mail is late', 'Printer offline', 'Badge reader stuck'];

/** Ada is the only member. */
const TEAM = 'Service Desk';

const skip = !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`;

describe('A walk through the console', { skip }, () => {
  let console: ConsoleInstance;
  let agent: Person;
  let ids: string[];
  let formerAgent: string;

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
    const group = { name: TEAM, members: ['ada@example.com'] };
    await console.instance.call('POST', '/groups', { as: 'super_admin', body: group });
    for (const [index, short_description] of titles.entries()) {
      const body = { short_description, priority: `P${index + 1}`, assignment_group: TEAM };
      ids.push((await console.instance.call('POST', '/incidents', { body })).body.id);
    }
    agent = await console.signIn('ada');
  });
  after(() => console.stop());

  test('the sign-in leads to the open incidents of my teams, sorted by breach', async () => {
    const { page } = agent;
    assert.match(
      page.url(),
      /\/console\/incidents\?state=new,.*&assignment_group=Service%20Desk&sort=sla_breach_at&order=asc/,
    );
    await page.getByRole('row').filter({ hasText: 'Checkout answers 502' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 5, 'the header and four rows');
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'My teams');
    // Its rows are placed by themselves, so that the group has no size.
    await page.getByRole('rowgroup', { name: 'Running 4' }).waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('rowgroup').count(), 1, 'no clock is breached or paused');
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
    await dialog().getByRole('button', { name: 'No end' }).waitFor();
    await pressIn('7');
    await row(first).getByText('On hold').waitFor();
    // The page shows a change before it is saved, here and below.
    await until('it is saved', async () => (await read(first)).state === 'on_hold');
    const { assigned_to, state, on_hold_reason, work_notes_count } = await read(first);
    assert.deepEqual(
      [assigned_to, state, on_hold_reason, work_notes_count],
      [agent.email, 'on_hold', 'awaiting_vendor', 1],
    );
  });

  test('H puts an incident on hold until a time by one more key, from new as well, and z ends it', async () => {
    const [first = '', , , last = ''] = ids;
    await press('H');
    await agent.page.getByRole('dialog', { name: `Hold ${first}` }).waitFor();
    await pressIn('3');
    await row(first)
      .getByText(/Back \w{3} 09:00/)
      .waitFor();
    await until('it is saved', async () => (await read(first)).on_hold_until !== null);
    const morning = new Date();
    morning.setHours(33, 0, 0, 0);
    assert.equal((await read(first)).on_hold_until, morning.toISOString());
    await press('j', 'j', 'j', 'H');
    await pressIn('4');
    await row(last).getByText(/Back/).waitFor();
    await until('it is saved', async () => (await read(last)).on_hold_until !== null);
    await press('z');
    await row(last).getByText('In progress').waitFor();
    await until('it is saved', async () => (await read(last)).state === 'in_progress');
    assert.equal((await read(last)).on_hold_until, null);
    await press('k', 'k', 'k');
  });

  test('a change of a field is undone by z', async () => {
    await press('j', 'p');
    await pressIn('P', '1', 'Enter');
    const [, second = ''] = ids;
    await row(second).getByText('P1').waitFor();
    await press('z');
    await row(second).getByText('P2').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await until('it is saved', async () => (await read(second)).priority === 'P2');
  });

  test('only people who work on incidents are offered as assignees, at the row', async () => {
    const { page } = agent;
    const register = async (name: string, role: string) => {
      const body = {
        email: `${name.toLowerCase().split(' ')[0]}@example.com`,
        name,
        roles: [role],
      };
      return (await console.instance.call('POST', '/users', { as: 'super_admin', body })).body.id;
    };
    await register('Ann Berg', 'requester');
    formerAgent = await register('Ben Ode', 'agent');
    const [, second = ''] = ids;
    await press('A');
    await page.getByRole('dialog', { name: `Assign ${second}` }).waitFor();
    await dialog().getByRole('option', { name: 'ada (me)' }).waitFor();
    await pressIn('a');
    await dialog().getByRole('option', { name: 'ada (me)' }).waitFor();
    assert.equal(await dialog().getByRole('option', { name: 'Ann Berg' }).count(), 0);
    await pressIn('d', 'a', 'Enter');
    await page.getByText(`${second}: assigned to ada.`).waitFor();
    await row(second).getByText('ada', { exact: true }).waitFor();
    assert.equal(await page.getByRole('grid').evaluate((grid) => grid.matches(':focus')), true);
  });

  test('an assignee who may no longer work on incidents is saved with a message, which an undo removes', async () => {
    const { page } = agent;
    const [, second = ''] = ids;
    const body = { roles: ['requester'] };
    await console.instance.call('PATCH', `/users/${formerAgent}`, { as: 'super_admin', body });
    await press('A');
    await dialog().getByRole('option', { name: 'Ben Ode' }).waitFor();
    await pressIn('b', 'e', 'n', 'Enter');
    const message = page.getByText(`${second}: ben@example.com cannot work on incidents.`);
    await message.waitFor();
    assert.equal((await read(second)).assigned_to, 'ben@example.com');
    await press('z');
    await row(second).getByText('ada', { exact: true }).waitFor();
    await message.waitFor({ state: 'detached' });
  });

  test('a bulk change is checked first, and names the rows that cannot change', async () => {
    const { page } = agent;
    await press('k', 'x', 'J', 'J');
    await page.getByText('3 selected').waitFor();
    await press('s');
    await dialog().getByRole('option').first().waitFor();
    await pressIn('s', 't', 'a', 'r', 't', 'Enter');
    await dialog().getByText('will change').waitFor();
    await dialog()
      .getByRole('heading', { name: '3 incidents: set state to In progress' })
      .waitFor();
    await dialog().getByRole('button', { name: 'Change 3 incidents' }).click();
    await dialog().getByText('3 incidents changed.').waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
    const states = await Promise.all(ids.slice(0, 3).map(async (id) => (await read(id)).state));
    assert.deepEqual(states, ['in_progress', 'in_progress', 'in_progress']);
  });

  test('a filter and the open drawer are in the URL and survive a reload', async () => {
    const { page } = agent;
    await press('f');
    await page.getByRole('option', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'P4' }).click();
    await press('Escape');
    await page.waitForURL(/priority=P4/);
    await page.getByText('Badge reader stuck').waitFor();
    // Until the list has been read, Space opens no row.
    await page.getByText('Printer offline').waitFor({ state: 'detached' });
    await press('Space');
    await page.waitForURL(/peek=INC/);
    await page.reload();
    await page.getByRole('complementary', { name: /^Incident INC/ }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    await press('Escape');
    await page.waitForURL((url) => !url.search.includes('peek'));
  });

  test('a filter chosen while a list is loading keeps the earlier ones, and Space opens no row', async () => {
    const { page } = agent;
    const responses = Promise.withResolvers<void>();
    await page.route(/api\/v1\/incidents\?/, (route) =>
      responses.promise.then(() => route.continue()),
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
    // The previous list is still shown; Space must not open one of its rows.
    await row(fourth).waitFor();
    await press('Space');
    responses.resolve();
    await row(second).waitFor();
    await page.unroute(/api\/v1\/incidents\?/);
    assert.doesNotMatch(page.url(), /peek/);
    await press('Space');
    await page.waitForURL(`**/*priority=P4,P3,P2*peek=${second}*`);
    await press('Escape');
    await page.waitForURL((url) => !url.search.includes('peek'));
  });

  test('a saved view is in the URL, unless the person has left the page meanwhile', async () => {
    const { page } = agent;
    const save = async (...name: string[]) => {
      await page.getByRole('button', { name: 'Save view' }).click();
      await pressIn(...name, 'Enter');
    };
    const response = Promise.withResolvers<void>();
    await page.route(/api\/v1\/views$/, (route) => response.promise.then(() => route.continue()));
    await save('M', 'i', 'n', 'e');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    response.resolve();
    await page.getByText('View “Mine” saved.').waitFor();
    await page.unroute(/api\/v1\/views$/);
    assert.match(page.url(), /\/console\/changes$/);
    await page.goBack();
    await row(ids[1] ?? '').waitFor();
    assert.match(page.url(), /view=teams/);
    await save('O', 'u', 'r', 's');
    await page.waitForURL((url) => url.searchParams.get('view') !== 'teams');
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

  test('a filter that takes a text or a day has the focus once it is chosen by keyboard', async () => {
    const auditor = await console.signIn('ines', 'auditor', '/console/admin/audit');
    await agent.page.getByRole('link', { name: 'Changes' }).click();
    await agent.page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    const fields: [person: Person, filter: string, label: string][] = [
      [auditor, 'since', 'Since'],
      [auditor, 'rec', 'Record id'],
      [agent, 'text', 'Text'],
    ];
    for (const [{ page }, filter, label] of fields) {
      await page.keyboard.press('f');
      const popover = page.getByRole('dialog', { name: 'Filter' });
      await popover.locator('input:focus').waitFor();
      await page.keyboard.type(filter);
      await page.keyboard.press('Enter');
      const field = popover.getByLabel(label).and(page.locator('input:focus'));
      await field.waitFor();
      // Letters must not run commands of the list.
      await page.keyboard.type('jf');
      if (label !== 'Since') assert.equal(await field.inputValue(), 'jf');
      await page.keyboard.press('Escape');
      await popover.waitFor({ state: 'detached' });
    }
    assert.deepEqual(auditor.faults, []);
    await auditor.context.close();
  });

  test('j and Enter open a row after a view was chosen in the rail, on the same page or from another', async () => {
    const { page } = agent;
    const choose = async (view: string) => {
      await page.getByRole('link', { name: new RegExp(`^${view} \\d`) }).click();
      await page.getByRole('heading', { level: 1, name: view }).waitFor();
      await page.locator('a:focus').waitFor({ state: 'detached' });
    };
    await choose('Unassigned');
    await press('j', 'Enter');
    await page.waitForURL(/\/console\/incidents\/INC/);
    await choose('Open');
    await choose('Unassigned');
    await press('j', 'Enter');
    await page.waitForURL(/\/console\/incidents\/INC/);
  });

  test('the search box takes the keys at once, opens an id and a view, and finds a note', async () => {
    const { page } = agent;
    const [first = ''] = ids;
    const option = (name: string | RegExp) => dialog().getByRole('option', { name });
    const search = async (key: string, text: string) => {
      await press(key);
      await page.keyboard.type(text);
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/incident|\/incidents\/INC/, async (route) => {
      await released;
      await route.continue();
    });
    await search('Control+k', first.toLowerCase());
    await press('Enter');
    await page.waitForURL(`**/incidents/${first}`);
    // The page arrives while somebody writes in the box again, and must not take the focus.
    await search('/', 'look');
    release();
    await page.getByRole('heading', { name: 'Checkout answers 502' }).waitFor();
    await page.keyboard.type('ing');
    await option(/Note: Looking/).waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await search('/', 'sla at');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'SLA at risk' }).waitFor();
    await press('/');
    await option(new RegExp(first)).waitFor();
    await press('Escape');
  });

  test('a list is exported as CSV with the visible columns, and titles that look like formulas are escaped', async () => {
    await proveExport(console, agent.page);
    await agent.page.goto(`${console.url}/console/incidents?priority=P4`);
    await row(ids[3] ?? '').waitFor();
  });

  test('an employee reads how their report stands, and none of the words of agents', async () => {
    const body = { short_description: 'The lamp flickers', requester: 'rita@example.com' };
    const { id } = (await console.instance.call('POST', '/incidents', { body })).body;
    const { page, context, faults } = await console.signIn(
      'rita',
      'requester',
      `/console/incidents/${id}`,
      { viewport: { width: 390, height: 844 } },
    );
    await page.getByRole('heading', { level: 2, name: 'We have received your report' }).waitFor();
    await page.getByRole('textbox', { name: 'Write to us' }).waitFor();
    const text = await page.locator('main').innerText();
    assert.doesNotMatch(text, /incident|SLA|priority|\bP[1-4]\b|assign|version/i);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('axe finds nothing serious in light, dark and at 390 px, and the policy was not violated', async () => {
    assert.deepEqual(await examine(agent.page), []);
    assert.deepEqual(agent.faults, []);
  });

  test('a manager is told that deliveries are held until the text is hidden, and an agent is not', async () => {
    await console.instance.sql('update outgoing set held_since = now()');
    const manager = await console.signIn('mia', 'itsm_manager');
    const hold = manager.page.getByRole('status').filter({ hasText: 'Deliveries and e-mails are' });
    await hold.getByRole('button', { name: 'Hide' }).click();
    await hold.waitFor({ state: 'detached' });
    await agent.page.reload();
    await agent.page.getByRole('grid').waitFor();
    assert.equal(await agent.page.getByText('Deliveries and e-mails are').count(), 0);
    assert.deepEqual(manager.faults, []);
  });
});
