// By keyboard only, in Chromium: a manager defines fields of the instance, and an agent uses them in the form of an
// incident, on its page, as columns, in a filter and in a saved view. Every key is counted.
import type { Locator, Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, type Person } from '../console-browser.ts';
import {
  create,
  dialog,
  expect,
  inspect,
  read,
  rowOf,
  title,
  type Walk,
  waitFor,
} from './walks.ts';

const TITLE = 'The badge reader is dark';
const VIEW = 'Zurich';

interface FieldsWalk extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
  keys: Record<string, number>;
}

/** A page has fewer elements that take the focus. */
const MAX_TABS = 120;

/** Each part of the walk has its own count of keys. */
class Keyboard {
  readonly #walk: FieldsWalk;
  readonly #part: string;
  readonly page: Page;

  constructor(walk: FieldsWalk, { page }: Person, part: string) {
    this.#walk = walk;
    this.#part = part;
    this.page = page;
  }

  #count(keys: number): void {
    const { keys: counts } = this.#walk;
    counts[this.#part] = (counts[this.#part] ?? 0) + keys;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.#count(keys.length);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#count(text.length);
  }

  /** Moves the focus to the element, which need not exist yet. */
  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if ((await target.and(this.page.locator(':focus')).count()) === 1) return;
      await this.press(key);
    }
    throw new Error(`${MAX_TABS} tabs do not reach ${String(target)}`);
  }

  async activate(target: Locator, key = 'Tab'): Promise<void> {
    await this.tabTo(target, key);
    await this.press('Enter');
  }
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

async function listFields({ console }: Walk): Promise<Record<string, any>[]> {
  const { body } = await console.instance.call('GET', '/fields?record_type=incident&limit=100');
  return body.data;
}

const labelsOf = async (walk: Walk): Promise<string[]> =>
  (await listFields(walk)).map(({ label }) => label);

/** Opens the page of the administration as somebody does who knows only its name. */
async function openFields(walk: FieldsWalk, manager: Person): Promise<void> {
  const keyboard = new Keyboard(walk, manager, 'open the page');
  const { page } = keyboard;
  await keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await keyboard.type('administration');
  await page.getByRole('option', { name: 'Go to administration' }).waitFor();
  await keyboard.press('Enter');
  const link = page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Fields' });
  await keyboard.activate(link);
  await title(page).filter({ hasText: 'Fields' }).waitFor();
  await inspect(walk, page, 'fields-none', walk.folder);
}

/** The key and the type of a field are proposed; the choices are typed one after another. */
async function defineSite(walk: FieldsWalk, manager: Person): Promise<void> {
  const keyboard = new Keyboard(walk, manager, 'define a choice');
  const { page } = keyboard;
  await keyboard.activate(button(page, 'New field'));
  const form = page.getByRole('form', { name: 'New field' });
  await form.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('Site');
  expect(
    walk,
    'the proposed key',
    await form.getByRole('textbox', { name: 'Key, which never changes' }).inputValue(),
    'site',
  );
  await keyboard.tabTo(form.getByRole('combobox', { name: 'Type, which never changes' }));
  await keyboard.type('One');
  await keyboard.activate(button(page, 'Add a choice'));
  await keyboard.type('Munich');
  await keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Choice 2' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('Zurich');
  await keyboard.tabTo(form.getByRole('textbox', { name: 'Help below the field' }));
  await keyboard.type('Where the trouble is.');
  await keyboard.tabTo(form.getByRole('checkbox', { name: 'Required' }));
  await keyboard.press('Space');
  await keyboard.tabTo(form.getByRole('checkbox', { name: 'Filterable' }));
  await keyboard.press('Space');
  await inspect(walk, page, 'fields-form', walk.folder);
  await keyboard.activate(button(page, 'Create the field'));
  await page.getByText('Site is saved.').waitFor();
  const rows = page.getByRole('list', { name: 'Fields of incidents' });
  await rows.getByText('Filterable').waitFor();
  await inspect(walk, page, 'fields-saved', walk.folder);
  await keyboard.press('Escape');
  await page.getByRole('form', { name: 'Field Site' }).waitFor({ state: 'detached' });
}

/** The second field goes before the first one, and the form of both is tried. */
async function orderAndTry(walk: FieldsWalk, manager: Person): Promise<void> {
  const keyboard = new Keyboard(walk, manager, 'order and try');
  const { page } = keyboard;
  await keyboard.activate(button(page, 'New field'), 'Shift+Tab');
  const form = page.getByRole('form', { name: 'New field' });
  await form.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('Floor');
  await keyboard.tabTo(form.getByRole('combobox', { name: 'Type, which never changes' }));
  await keyboard.type('Whole');
  await keyboard.activate(button(page, 'Create the field'));
  await page.getByText('Floor is saved.').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('form', { name: 'Field Floor' }).waitFor({ state: 'detached' });
  expect(walk, 'the first order', await labelsOf(walk), ['Site', 'Floor']);
  await keyboard.activate(button(page, 'Move Floor up'), 'Shift+Tab');
  await waitFor('the new order', async () =>
    (await labelsOf(walk)).join() === 'Floor,Site' ? true : undefined,
  );
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await keyboard.activate(preview.getByRole('button', { name: /^Site/ }));
  await page.getByRole('option', { name: 'Munich' }).waitFor();
  await keyboard.type('Zur');
  await keyboard.press('Enter');
  await preview.getByRole('button', { name: 'Site, required: Zurich, edit' }).waitFor();
  await inspect(walk, page, 'fields-order', walk.folder);
}

/** Returns the id of the new incident. */
async function report(walk: FieldsWalk, agent: Person): Promise<string> {
  const keyboard = new Keyboard(walk, agent, 'create');
  const { page } = keyboard;
  await keyboard.press('c');
  const field = page.getByRole('textbox', { name: 'Title' });
  await keyboard.tabTo(field);
  await keyboard.type(TITLE);
  const own = page.getByRole('region', { name: 'Additional fields' });
  await keyboard.activate(own.getByRole('button', { name: /^Floor/ }));
  await page.locator('input:focus').waitFor();
  await keyboard.type('3');
  await keyboard.press('Enter');
  await own.getByRole('button', { name: 'Floor: 3, edit' }).waitFor();
  const send = page.getByRole('button', { name: 'Create incident' });
  expect(walk, 'the form without a site', await send.getAttribute('aria-disabled'), 'true');
  await keyboard.activate(own.getByRole('button', { name: /^Site, required/ }));
  await page.getByRole('option', { name: 'Munich' }).waitFor();
  await keyboard.type('Mun');
  await keyboard.press('Enter');
  await own.getByRole('button', { name: 'Site, required: Munich, edit' }).waitFor();
  await inspect(walk, page, 'fields-create', walk.folder);
  await keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const { site, floor } = (await read(walk, id)).custom;
  expect(walk, 'the values', [site, floor], ['Munich', 3]);
  await inspect(walk, page, 'fields-record', walk.folder);
  return id;
}

async function editOnPage(walk: FieldsWalk, agent: Person, id: string): Promise<void> {
  const keyboard = new Keyboard(walk, agent, 'edit');
  const { page } = keyboard;
  await keyboard.press('e');
  await dialog(page).locator(':focus').waitFor();
  await keyboard.type('Site');
  await page.getByRole('option', { name: 'Site' }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('option', { name: 'Zurich' }).waitFor();
  await keyboard.type('Zur');
  await keyboard.press('Enter');
  await waitFor('the other site', async () =>
    (await read(walk, id)).custom.site === 'Zurich' ? true : undefined,
  );
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.getByText('Zurich').first().waitFor();
  await inspect(walk, page, 'fields-edited', walk.folder);
}

async function chooseColumns(walk: FieldsWalk, agent: Person, id: string): Promise<void> {
  const keyboard = new Keyboard(walk, agent, 'columns');
  const { page } = keyboard;
  await keyboard.press('g', 'i');
  // The list was open before, and rows of new records are shown on request.
  await page.getByText('1 new').waitFor();
  await keyboard.press('.');
  await rowOf(page, id).waitFor();
  await keyboard.activate(button(page, 'Columns'), 'Shift+Tab');
  for (const name of ['Floor', 'Site']) {
    const box = dialog(page).getByRole('checkbox', { name, exact: true });
    await keyboard.tabTo(box, 'ArrowDown');
    await keyboard.press('Space');
    await page.getByRole('columnheader', { name }).waitFor();
  }
  await inspect(walk, page, 'fields-columns', walk.folder);
  await keyboard.press('Escape');
  await rowOf(page, id).getByText('Zurich').waitFor();
}

async function filter(walk: FieldsWalk, agent: Person, id: string, other: string): Promise<void> {
  const keyboard = new Keyboard(walk, agent, 'filter');
  const { page } = keyboard;
  await rowOf(page, other).waitFor();
  await keyboard.press('f');
  await dialog(page).locator(':focus').waitFor();
  await keyboard.type('Site');
  await page.getByRole('option', { name: 'Site' }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('option', { name: 'Zurich' }).waitFor();
  await inspect(walk, page, 'fields-values', walk.folder);
  await keyboard.type('Zur');
  await keyboard.press('Enter', 'Escape');
  await page.getByRole('group', { name: 'Filters' }).getByText('Site: Zurich').waitFor();
  await rowOf(page, other).waitFor({ state: 'detached' });
  await rowOf(page, id).waitFor();
  await page.getByRole('rowgroup', { name: 'Running 1' }).waitFor({ state: 'attached' });
  await inspect(walk, page, 'fields-filter', walk.folder);
}

/** The view has the filter and the columns, and is found again by its name. */
async function saveView(walk: FieldsWalk, agent: Person, id: string, other: string): Promise<void> {
  const keyboard = new Keyboard(walk, agent, 'view');
  const { page } = keyboard;
  await keyboard.activate(button(page, 'Save view'), 'Shift+Tab');
  await dialog(page).locator(':focus').waitFor();
  await keyboard.type(VIEW);
  await keyboard.press('Enter');
  await title(page).filter({ hasText: VIEW }).waitFor();
  await page.getByRole('link', { name: /^Zurich\s*1$/ }).waitFor();
  const { body } = await walk.console.instance.call('GET', '/views?list=incidents', {
    as: 'agent',
    email: agent.email,
  });
  const { query, columns } = body.data[0];
  expect(walk, 'the filter of the view', query['cf.site'], 'Zurich');
  for (const name of ['custom.site', 'custom.floor'])
    expect(walk, `the column ${name} of the view`, columns.includes(name), true);
  await keyboard.press('g', 'o');
  await title(page).filter({ hasText: 'Overview' }).waitFor();
  await keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await keyboard.type(VIEW);
  await page.getByRole('option', { name: VIEW }).first().waitFor();
  await keyboard.press('Enter');
  await rowOf(page, id).getByText('Zurich').waitFor();
  await page.getByRole('columnheader', { name: 'Floor' }).waitFor();
  expect(walk, 'rows of the other site', await rowOf(page, other).count(), 0);
  await inspect(walk, page, 'fields-view', walk.folder);
}

/** A field that is retired leaves the forms; a record keeps its value. */
async function retire(walk: FieldsWalk, manager: Person, agent: Person, id: string) {
  const keyboard = new Keyboard(walk, manager, 'retire');
  const { page } = keyboard;
  const rows = page.getByRole('list', { name: 'Fields of incidents' });
  await keyboard.activate(rows.getByRole('button', { name: 'Floor', exact: true }), 'Shift+Tab');
  await keyboard.activate(button(page, 'Retire'));
  await inspect(walk, page, 'fields-retire', walk.folder);
  await keyboard.activate(button(page, 'Retire the field'));
  await page.getByText('Floor is retired.').waitFor();
  await button(page, 'Restore').and(page.locator(':focus')).waitFor();
  await page.getByRole('region', { name: 'Retired fields' }).waitFor();
  await inspect(walk, page, 'fields-retired', walk.folder);
  await agent.page.goto(`${walk.console.url}/console/incidents/${id}`);
  const own = agent.page.getByRole('region', { name: 'Additional fields' });
  await own.getByText('Floor').waitFor();
  expect(
    walk,
    'editors of a retired field',
    await own.getByRole('button', { name: /^Floor/ }).count(),
    0,
  );
}

export async function proveFields(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const manager = await console.signIn('mia', 'itsm_manager');
    const walk: FieldsWalk = { console, ada: manager, bo: manager, faults, folder, keys: {} };
    await openFields(walk, manager);
    await defineSite(walk, manager);
    await orderAndTry(walk, manager);
    const custom = { site: 'Munich' };
    const other = await create(walk, { short_description: 'The printer is on fire', custom });
    const agent = await console.signIn('ada');
    const id = await report(walk, agent);
    await editOnPage(walk, agent, id);
    await chooseColumns(walk, agent, id);
    await filter(walk, agent, id, other);
    await saveView(walk, agent, id, other);
    await retire(walk, manager, agent, id);
    faults.push(...manager.faults, ...agent.faults);
    return { figures: { ...walk.keys }, faults };
  } finally {
    await console.stop();
  }
}
