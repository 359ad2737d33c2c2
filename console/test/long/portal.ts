// In Chromium, an employee solves one problem with an article, reports another with a pasted screenshot, asks for
// something, and sees at home what waits for an answer.
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';
import { send } from './reference-fill.ts';
import { allScreens, inspect, title } from './walks.ts';

const article = {
  title: 'Unlock a badge reader',
  summary: 'Hold the reset key of the reader for ten seconds.',
  body: '## Steps\n\nHold the reset key of the badge reader for ten seconds, then hold your badge to it.',
};
const SOLVED = 'The badge reader does not unlock the door';
const REPORT = 'Hello!\nMy screen flickers since the update. It gets worse when I scroll.';
const TITLE = 'Hello! My screen flickers since the update';
const ITEM = 'Docking station';

interface Walk {
  console: ConsoleInstance;
  rita: Person;
  faults: string[];
  /** Pictures are written here; empty for none. */
  folder: string;
}

const expect = ({ faults }: Walk, name: string, actual: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) faults.push(`${name}: ${one} instead of ${other}`);
};

const inspectAll = (walk: Walk, name: string): Promise<void> =>
  inspect(walk, walk.rita.page, `portal-${name}`, walk.folder, allScreens);

/** The browser of a test has no clipboard, so the page makes the event that a paste would cause. */
const pasteScreenshot = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#2953c8';
    context.fillRect(20, 20, 280, 60);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'screenshot.png', { type: 'image/png' }));
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.querySelector('textarea').dispatchEvent(new ClipboardEvent('paste', event));
  })()`);

const question = (page: Page) => page.getByRole('textbox', { name: 'What is not working?' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

async function publish({ console: { instance } }: Walk): Promise<string> {
  const { body } = await instance.call('POST', '/knowledge/articles', { body: article });
  const path = `/knowledge/articles/${body.id}`;
  await instance.call('PATCH', path, { body: { state: 'review' } });
  await instance.call('POST', `${path}/publish`);
  return path;
}

/** The article is read inside the form, its vote is counted, and nothing is reported. */
async function solveByArticle(walk: Walk, path: string): Promise<void> {
  const { page } = walk.rita;
  await page
    .getByRole('link', { name: /^Report a problem/ })
    .first()
    .click();
  await question(page).waitFor();
  const focused = await page.evaluate('document.activeElement?.tagName');
  expect(walk, 'the field has the focus at once', focused, 'TEXTAREA');
  await page.keyboard.type(SOLVED);
  const offers = page.getByRole('region', { name: 'Maybe this helps' });
  await offers.getByRole('button', { name: new RegExp(article.title) }).waitFor();
  await inspectAll(walk, 'offer');
  await offers.getByRole('button', { name: new RegExp(article.title) }).click();
  await page.getByText('then hold your badge to it').waitFor();
  expect(walk, 'the text stays', await question(page).inputValue(), SOLVED);
  await inspectAll(walk, 'article');
  await page.getByRole('button', { name: 'Yes, it did' }).click();
  await page.getByText('We are glad that it helped').waitFor();
  await page.getByText('Nothing is open.').waitFor();
  const { instance } = walk.console;
  expect(walk, 'votes', (await instance.call('GET', path)).body.helpful_count, 1);
  const { body } = await instance.call('GET', '/incidents');
  expect(walk, 'reports after the article', body.data.length, 0);
  await page
    .getByRole('link', { name: /^Report a problem/ })
    .first()
    .click();
  expect(walk, 'the draft is thrown away', await question(page).inputValue(), '');
}

/** The text outlives a reload, its beginning is the title, and the pasted picture goes with it. */
async function reportWithPicture(walk: Walk): Promise<string> {
  const { page } = walk.rita;
  const { instance } = walk.console;
  await question(page).fill(REPORT);
  await page.reload();
  await question(page).waitFor();
  expect(walk, 'the text after a reload', await question(page).inputValue(), REPORT);
  await pasteScreenshot(page);
  await pasteScreenshot(page);
  const files = page.getByRole('list', { name: 'Pictures and files to send' });
  await files.getByRole('img', { name: 'screenshot.png' }).nth(1).waitFor();
  await files.getByRole('button', { name: 'Remove screenshot.png' }).first().click();
  expect(walk, 'pictures', await files.getByRole('img', { name: 'screenshot.png' }).count(), 1);
  await inspectAll(walk, 'report');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/incidents\/INC/);
  await title(page).filter({ hasText: TITLE }).waitFor();
  const { body } = await instance.call('GET', '/incidents?fields=short_description,description');
  expect(walk, 'reports', body.data.length, 1);
  const [{ id, short_description, description }] = body.data;
  expect(walk, 'the report', [short_description, description], [TITLE, REPORT]);
  const notes = await instance.call('GET', `/incidents/${id}/notes`);
  const [note] = notes.body.data;
  const types = note.attachments.map(({ content_type }: { content_type: string }) => content_type);
  expect(walk, 'the picture', [note.visibility, types], ['public', ['image/png']]);
  return id;
}

/** The home shows without a reload that a report waits for an answer. */
async function needAnswer(walk: Walk, id: string): Promise<void> {
  const { page } = walk.rita;
  const { instance } = walk.console;
  await pages(page).getByRole('link', { name: 'Home' }).click();
  const working = page.getByRole('list', { name: 'We are on it' });
  await working.getByText('We have received your report').waitFor();
  for (const patch of [
    { state: 'in_progress' },
    { state: 'on_hold', on_hold_reason: 'awaiting_caller' },
  ])
    await instance.call('PATCH', `/incidents/${id}`, { body: patch });
  const asked = page.getByRole('list', { name: 'Needs your answer' });
  await asked.getByText('We need your answer').waitFor();
  await inspectAll(walk, 'home');
}

/** No letter runs a command for somebody who does not know the keys. */
async function pressLetters(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  await title(page).focus();
  for (const key of ['c', '?', 'g', 'k', 'z']) await page.keyboard.press(key);
  expect(walk, 'the page after letters', new URL(page.url()).pathname, '/console/home');
  expect(walk, 'dialogs after letters', await page.getByRole('dialog').count(), 0);
}

async function searchLists(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  await pages(page).getByRole('link', { name: 'My reports' }).click();
  const list = page.getByRole('list', { name: 'My reports' });
  await list.getByRole('link', { name: new RegExp(TITLE) }).waitFor();
  await page.getByRole('searchbox', { name: 'Search my reports' }).fill('kettle');
  await page.getByText('Nothing here contains “kettle”.').waitFor();
  await page.getByRole('searchbox', { name: 'Search my reports' }).fill('flick');
  await list.getByRole('link', { name: new RegExp(TITLE) }).waitFor();
  await page.getByRole('button', { name: 'Finished' }).click();
  await page.getByText('Nothing here contains “flick”.').waitFor();
  await page.getByRole('searchbox', { name: 'Search my reports' }).fill('');
  await page.getByText('Nothing is finished yet.').waitFor();
  await page.getByRole('button', { name: 'Open' }).click();
  await list.waitFor();
  await inspectAll(walk, 'reports');
  await pages(page).getByRole('link', { name: 'Help articles' }).click();
  await page.getByRole('list', { name: 'Help articles' }).getByText(article.title).waitFor();
  await inspectAll(walk, 'help');
  await page.getByRole('link', { name: new RegExp(article.title) }).click();
  await title(page).filter({ hasText: article.title }).waitFor();
  await inspectAll(walk, 'help-article');
}

async function askFor(walk: Walk): Promise<void> {
  const { page } = walk.rita;
  const { instance } = walk.console;
  await pages(page).getByRole('link', { name: 'My requests' }).click();
  await page.getByRole('link', { name: 'Ask for something' }).click();
  await page.getByRole('textbox', { name: 'What do you need?' }).fill('One for the new desk.');
  await page.getByRole('button', { name: ITEM }).click();
  await page.getByLabel('By when? (if it matters)').fill('2030-11-30');
  await inspectAll(walk, 'request');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/requests\/REQ/);
  const { body } = await instance.call('GET', '/requests');
  const [{ short_description, item, due_at }] = body.data;
  expect(walk, 'the request', [short_description, item], ['One for the new desk', ITEM]);
  expect(walk, 'the day', String(due_at).slice(0, 10), '2030-11-30');
  await page.goto(`${walk.console.url}/console/profile`);
  await page.getByText('Where you are signed in').waitFor();
  await inspectAll(walk, 'profile');
}

export async function provePortal(folder = ''): Promise<Report> {
  if (folder !== '') await mkdir(folder, { recursive: true });
  const console = await openConsole();
  try {
    await send(console.instance, 'PATCH', '/settings', { request_items: [ITEM] }, 'super_admin');
    const rita = await console.signIn('rita', 'requester');
    const walk: Walk = { console, rita, faults: [], folder };
    const path = await publish(walk);
    await rita.page.getByText('Nothing is open.').waitFor();
    await inspectAll(walk, 'empty');
    await solveByArticle(walk, path);
    const id = await reportWithPicture(walk);
    await needAnswer(walk, id);
    await pressLetters(walk);
    await searchLists(walk);
    await askFor(walk);
    return { figures: { pages: 9 }, faults: [...walk.faults, ...rita.faults] };
  } finally {
    await console.stop();
  }
}
