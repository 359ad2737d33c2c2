// In Chromium, one box searches everything: by keyboard, from the first key press on, for agents and for requesters.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole, screens } from '../console-browser.ts';
import { create, expect, title, type Walk, waitFor } from './walks.ts';

/** Only agents may find this word: it is in a note of the team. */
const SECRET = 'zirconium';
const PRINTERS = 7;

interface Search extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
  ids: string[];
}

const box = (page: Page): Locator => page.getByRole('dialog', { name: /^Search / });
const field = (page: Page): Locator => box(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp): Locator =>
  box(page).getByRole('option', { name });
const headings = (page: Page): Promise<(string | null)[]> =>
  box(page)
    .getByRole('group')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));

async function inspect({ faults, folder }: Search, page: Page, name: string): Promise<void> {
  faults.push(...(await examine(page)).map((finding) => `${name}: ${finding}`));
  if (folder === undefined) return;
  for (const screen of screens) {
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    await page.setViewportSize(screen);
    await page.screenshot({ path: join(folder, `search-${name}-${screen.name}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function fill({ console: { instance } }: Search): Promise<void> {
  const body = {
    title: 'Printer guide',
    summary: 'For every printer in the house.',
    body: 'Switch the printer off and on.',
  };
  const { id } = (await instance.call('POST', '/knowledge/articles', { body })).body;
  await instance.call('PATCH', `/knowledge/articles/${id}`, {
    as: 'super_admin',
    body: { state: 'review' },
  });
  await instance.call('POST', `/knowledge/articles/${id}/publish`, { as: 'super_admin' });
  await instance.call('POST', '/cmdb/cis', { body: { name: 'printer-3', class: 'printer' } });
}

/** Records whether the box has the focus in the first frame after the key. */
const WATCH = `
  addEventListener('keydown', ({ key }) => {
    if (key !== 'k' || window.drawn !== undefined) return;
    requestAnimationFrame(() => {
      window.drawn = document.activeElement?.matches('[role=dialog] input') ?? false;
    });
  }, true);
`;

/** Each letter is a command of the queue; none of the lazy files has arrived. */
async function typeAtOnce(walk: Search): Promise<void> {
  const { page } = walk.ada;
  const [id = ''] = walk.ids;
  await page.addInitScript(WATCH);
  const released = Promise.withResolvers<void>();
  let isHeldBack = false;
  await page.route(/\/assets\/.*\.(js|css)$/, async (route: Route) => {
    if (isHeldBack) await released.promise;
    await route.continue();
  });
  await page.goto(`${walk.console.url}/console/incidents?sort=created_at&order=asc`);
  await page.locator(`#row-${id}`).waitFor();
  isHeldBack = true;
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`asap ${id.toLowerCase()}`);
  expect(walk, 'letters in order', await field(page).inputValue(), `asap ${id.toLowerCase()}`);
  expect(walk, 'drawn in the next frame', await page.evaluate('window.drawn'), true);
  expect(walk, 'dialogs', await page.getByRole('dialog').count(), 1);
  await field(page).fill('');
  // The service answers nothing: an id needs no response.
  await page.route(/api\/v1\/search/, () => undefined);
  await page.keyboard.type(id.toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${id}`);
  released.resolve();
  // A record counts as opened once it is shown; the heading may still be that of the list.
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function findRecents(walk: Search): Promise<void> {
  const { page } = walk.ada;
  const [first = '', second = ''] = walk.ids;
  await page.goto(`${walk.console.url}/console/incidents/${second}`);
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await page.keyboard.press('/');
  await option(page, new RegExp(first)).waitFor();
  const shown = await headings(page);
  expect(walk, 'sections', shown, ['Recent', 'Views', 'Commands']);
  expect(walk, 'the open record', await option(page, new RegExp(second)).count(), 0);
  await option(page, 'They answered').waitFor();
  await inspect(walk, page, 'empty');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${first}`);
}

async function findGroups(walk: Search): Promise<void> {
  const { page } = walk.ada;
  await page.goto(`${walk.console.url}/console/incidents`);
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.keyboard.type('printer');
  await option(page, `Show all ${PRINTERS} in incidents`).waitFor();
  const shown = await headings(page);
  expect(walk, 'groups', shown.slice(0, 3), ['Incidents', 'Articles', 'CIs']);
  await inspect(walk, page, 'groups');
  const [, , third = ''] = walk.ids;
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+Enter');
  const tab = await opened;
  await tab.waitForURL(/\/console\/incidents\/INC/);
  await tab.close();
  expect(walk, 'the box stays open', await box(page).count(), 1);
  await option(page, `Show all ${PRINTERS} in incidents`).click();
  await page.waitForURL(/\/console\/incidents\?q=printer/);
  await page.locator(`#row-${third}`).waitFor();
}

async function findNotes(walk: Search): Promise<void> {
  const { page } = walk.ada;
  await page.keyboard.press('/');
  await page.keyboard.type(SECRET);
  await option(page, /Note: .*zirconium/).waitFor();
  await inspect(walk, page, 'note');
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
}

async function findPeople(walk: Search): Promise<void> {
  const { page } = walk.ada;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('anna');
  // Enter waits for the response.
  await page.keyboard.press('Enter');
  await page.waitForURL(/requester=anna@example\.com/);
  await box(page).waitFor({ state: 'detached' });
  await page.getByRole('grid').waitFor();
}

/** The response to an earlier text arrives last, and changes nothing. */
async function ignoreEarlier(walk: Search): Promise<void> {
  const { page } = walk.ada;
  const earlier = Promise.withResolvers<void>();
  await page.route(/api\/v1\/search\?.*q=print(&|$)/, async (route) => {
    await earlier.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/q=print(&|$)/);
  await page.keyboard.press('/');
  // The response to a text that was searched before would be cached.
  await page.keyboard.type('print');
  await asked;
  await field(page).fill('badge');
  await option(page, /Badge reader/).waitFor();
  earlier.resolve();
  await page.waitForTimeout(300);
  expect(walk, 'an earlier response', await option(page, /Printer/).count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Escape');
}

async function findNothing(walk: Search): Promise<void> {
  const { page } = walk.ada;
  await page.keyboard.press('/');
  await page.keyboard.type('qqqq');
  await box(page).getByText('Nothing matches “qqqq” in incidents').waitFor();
  await inspect(walk, page, 'nothing');
  await option(page, 'New incident: “qqqq”').click();
  const text = page.getByRole('textbox', { name: 'Title' });
  await text.waitFor();
  expect(walk, 'the title of the draft', await text.inputValue(), 'qqqq');
  await page.getByRole('button', { name: 'Discard' }).click();
}

async function survive(walk: Search): Promise<void> {
  const { page } = walk.ada;
  await page.goto(`${walk.console.url}/console/incidents`);
  await page.getByRole('grid').waitFor();
  // The service refuses a search without a text.
  await page.route(/api\/v1\/search/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/q=[^&]+/, 'q='),
    }),
  );
  await page.keyboard.press('/');
  await page.keyboard.type('theme dark');
  await box(page).getByText('The search has failed').waitFor();
  await inspect(walk, page, 'failed');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await box(page).getByRole('button', { name: 'Retry' }).click();
  await box(page).getByText('Nothing matches').waitFor();
  await page.context().setOffline(true);
  await field(page).fill('theme light');
  await box(page).getByText('You are offline').waitFor();
  await option(page, 'Theme: light').click();
  await page.context().setOffline(false);
  const scheme = await page.locator('html').getAttribute('data-mantine-color-scheme');
  expect(walk, 'the command has run', scheme, 'light');
}

/** A requester has the same box, with their own words and records. */
async function searchAsRequester(walk: Search): Promise<void> {
  const { page } = walk.bo;
  await page.goto(`${walk.console.url}/console/`);
  await title(page).waitFor();
  await page.keyboard.press('Control+k');
  await option(page, 'Report a problem').waitFor();
  const commands = await box(page).getByRole('option').allTextContents();
  expect(walk, 'commands', commands, [
    'Home',
    'Report a problem',
    'Request something',
    'Help articles',
    'My profile',
    'Theme: light',
    'Theme: dark',
    'Theme: match the system',
    'Sign out',
  ]);
  await page.keyboard.type('printer');
  await option(page, /Printer guide/).waitFor();
  expect(walk, 'groups', await headings(page), ['Reports', 'Help articles']);
  await inspect(walk, page, 'requester');
  await field(page).fill(SECRET);
  await box(page).getByText('Nothing matches').waitFor();
  await field(page).fill('ada');
  await box(page).getByText('Nothing matches “ada”').waitFor();
}

async function signOut(walk: Search): Promise<void> {
  const { page } = walk.ada;
  const readStored = () =>
    page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('signalbox.person'))`);
  expect(walk, 'stored', ((await readStored()) as string[]).length, 1);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/console/incidents'));
  const left = await waitFor('the page after the sign-out', () =>
    readStored().catch(() => undefined),
  );
  expect(walk, 'stored after the sign-out', left, []);
}

const parts = {
  typeAtOnce,
  findRecents,
  findGroups,
  findNotes,
  findPeople,
  ignoreEarlier,
  findNothing,
  survive,
  searchAsRequester,
  signOut,
};

export async function proveSearch(folder?: string): Promise<Report> {
  const console = await openConsole();
  try {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    const ada = await console.signIn('ada');
    const anna = await console.signIn('anna', 'requester');
    const walk: Search = { console, ada, bo: anna, faults: [], folder, ids: [] };
    for (let n = 1; n <= PRINTERS; n += 1)
      walk.ids.push(
        await create(walk, {
          short_description: `Printer ${n} jams`,
          ...(n === 1 && { requester: anna.email }),
        }),
      );
    const badge = await create(walk, { short_description: 'Badge reader stuck' });
    const note = { body: `The pool of ${SECRET} is exhausted`, visibility: 'team' };
    await console.instance.call('POST', `/incidents/${badge}/notes`, { body: note });
    await fill(walk);
    for (const [name, part] of Object.entries(parts))
      await part(walk).catch((error: unknown) => walk.faults.push(`${name}: ${String(error)}`));
    walk.faults.push(...ada.faults, ...anna.faults);
    return { figures: { parts: Object.keys(parts).length }, faults: walk.faults };
  } finally {
    await console.stop();
  }
}
