// In Chromium, the bell counts notifications in two tabs and on another device, the inbox is read by keyboard, approvals
// come first, and desktop notifications are shown only to a person who asked for them.
import type { Page } from 'playwright-core';
import { until } from '../../../server/test/support/processes.ts';
import { atMost, type Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, examine, openConsole, type Person } from '../console-browser.ts';
import { send } from './reference-fill.ts';

/** The inbox loads more than a page of notifications by scrolling. */
const MANY = 40;
const MAX_AGREE_MS = 1000;

/** Replaces the notifications of the desktop, which nobody sees in a test, and looks away from the page. */
const FAKE_DESKTOP = `(() => {
  window.desktop = { asked: 0, shown: [] };
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static async requestPermission() {
      window.desktop.asked += 1;
      return (window.Notification.permission = 'granted');
    }
    constructor(title) {
      super();
      window.desktop.shown.push(title);
      window.desktop.last = this;
    }
    close() {}
  };
  document.hasFocus = () => false;
})()`;

const bell = (page: Page) => page.getByRole('button', { name: /^Inbox/ });
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Inbox' });
const entries = (page: Page) => inbox(page).locator('[data-entry]');
const unreadIn = (page: Page) => inbox(page).locator('[data-unread]').count();
const labelOf = (unread: number): string => (unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`);

const focusedText = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement?.textContent ?? ""') as Promise<string>;

/** Waits until every page counts so many; returns the milliseconds. */
async function agree(pages: readonly Page[], unread: number): Promise<number> {
  const begun = performance.now();
  const name = labelOf(unread);
  await Promise.all(pages.map((page) => page.getByRole('button', { name, exact: true }).waitFor()));
  return performance.now() - begun;
}

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await entries(page).nth(4).waitFor();
}

type Expect = (name: string, actual: unknown, expected: unknown) => void;

async function assign(
  { instance }: ConsoleInstance,
  count: number,
  assigned_to: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const body = { short_description: `Printer ${n} is jammed`, assigned_to };
    ids.push((await send(instance, 'POST', '/incidents', body, 'agent')).id);
  }
  return ids;
}

/** Reads by keyboard in one tab; the other tab and the other device follow. Returns how long they took. */
async function walkKeyboard(pages: readonly Page[], ids: readonly string[], expect: Expect) {
  const [page, other] = pages as [Page, Page];
  const agreed: number[] = [];
  await page.keyboard.press('j');
  await page.evaluate('window.focusedBefore = document.activeElement');
  await openByKeys(page);
  await page.keyboard.press('Escape');
  await until('the row of the list has the focus again', async () =>
    Boolean(await page.evaluate('window.focusedBefore === document.activeElement')),
  );
  await openByKeys(page);
  await openByKeys(other);
  expect('the sections', await inbox(page).getByRole('heading', { level: 3 }).allTextContents(), [
    'Waits for my approval',
    'Notifications',
  ]);
  const sentences = async () =>
    (await entries(page).allTextContents()).map((text) => /(INC|CHG|REQ)\w+/.exec(text)?.[0] ?? '');
  const [change, request, newest] = await sentences();
  expect('approvals come first', [change?.slice(0, 3), request?.slice(0, 3)], ['CHG', 'REQ']);
  expect('the newest notification is next', newest, ids.at(-1));

  for (let n = 0; n < 3; n += 1) await page.keyboard.press('j');
  expect('j leads to a notification', (await focusedText(page)).includes(newest ?? '?'), true);
  await page.keyboard.press('e');
  agreed.push(await agree(pages, 4));
  await until('the open inbox of the other tab follows', async () => (await unreadIn(other)) === 4);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const [, second] = ids.toReversed();
  expect('k leads back', (await focusedText(page)).includes(second ?? '?'), true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${second}`);
  agreed.push(await agree(pages, 3));
  await until('the heading has the focus', async () =>
    Boolean(await page.evaluate(`document.activeElement?.tagName === 'H1'`)),
  );
  expect('the inbox is closed', await inbox(page).count(), 0);

  await bell(page).click();
  await entries(page).first().waitFor();
  await page.keyboard.press('Escape');
  await until('the bell has the focus again', async () =>
    Boolean(
      await page.evaluate(
        `document.activeElement?.getAttribute('aria-label')?.startsWith('Inbox')`,
      ),
    ),
  );
  return agreed;
}

async function walkMany(
  helen: Person,
  pages: readonly Page[],
  opened: ConsoleInstance,
  expect: Expect,
) {
  const { page } = helen;
  await assign(opened, MANY, helen.email);
  await agree(pages, MANY + 3);
  await bell(page).click();
  await entries(page).nth(20).waitFor();
  const first = (await entries(page).allTextContents()).slice(0, 4);
  const [late] = await assign(opened, 1, helen.email);
  await inbox(page).getByRole('button', { name: 'Show 1 new' }).waitFor();
  expect('no entry has moved', (await entries(page).allTextContents()).slice(0, 4), first);
  await page.keyboard.press('.');
  await entries(page)
    .filter({ hasText: late ?? '?' })
    .waitFor();
  await until('the next page is loaded', async () => {
    await entries(page).last().scrollIntoViewIfNeeded();
    return (await entries(page).count()) >= MANY + 6;
  });
  const found = await examine(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await until(
    'the inbox fills a narrow screen',
    async () => (await inbox(page).boundingBox())?.width === 390,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await inbox(page).getByRole('button', { name: 'Mark all read' }).click();
  const agreed = await agree(pages, 0);
  expect('nothing is unread', await unreadIn(page), 0);
  const plain = await Promise.all(pages.map((one) => one.title()));
  expect(
    'the titles have no count',
    plain.filter((title) => title.startsWith('(')),
    [],
  );
  await page.keyboard.press('Escape');
  return { found, agreed };
}

/** A requester is told who answered, and reads the beginning of it. */
async function walkAnswer({ page, email }: Person, { instance }: ConsoleInstance, expect: Expect) {
  const body = { short_description: 'The screen flickers', requester: email };
  const incident = await send(instance, 'POST', '/incidents', body, 'agent');
  const note = { body: 'Please try another cable.', visibility: 'public' };
  await send(instance, 'POST', `/incidents/${incident.id}/notes`, note, 'agent');
  await agree([page], 1);
  await bell(page).click();
  const entry = entries(page).first();
  await entry.waitFor();
  const text = (await entry.textContent()) ?? '';
  for (const part of ['answered your report', body.short_description, note.body])
    expect(`the entry says "${part}"`, text.includes(part), true);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${incident.id}`);
  await agree([page], 0);
}

async function walkDesktop(opened: ConsoleInstance, expect: Expect): Promise<string[]> {
  const ines = await opened.signIn('ines');
  const { page, faults } = ines;
  await page.addInitScript(FAKE_DESKTOP);
  await page.goto(`${opened.url}/console/profile`);
  const desktop = (member: string) => page.evaluate(`window.desktop.${member}`);
  const choice = page.getByRole('switch', { name: 'Desktop notifications' });
  await choice.waitFor();
  expect('the browser is not asked unasked', await desktop('asked'), 0);
  await assign(opened, 1, ines.email);
  await agree([page], 1);
  expect('nothing is shown before', await desktop('shown.length'), 0);
  await choice.click();
  await until('the browser was asked', async () => (await desktop('asked')) === 1);
  await until('it is on', () => choice.isChecked());
  const [next] = await assign(opened, 1, ines.email);
  await until('a notification is shown', async () => Number(await desktop('shown.length')) > 0);
  expect('only the new one is shown', await desktop('shown'), [`${next} is assigned to you`]);
  await page.evaluate(`window.desktop.last.dispatchEvent(new Event('click'))`);
  await page.waitForURL(`**/incidents/${next}`);
  await agree([page], 1);
  return faults;
}

export async function proveInbox(): Promise<Report> {
  const opened = await openConsole();
  const { instance, url } = opened;
  const faults: string[] = [];
  const expect: Expect = (name, actual, expected) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      faults.push(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  try {
    const helen = await opened.signIn('helen', 'itsm_manager');
    const elsewhere = await opened.signIn('helen', 'itsm_manager');
    const second = await helen.context.newPage();
    await second.goto(`${url}/console/changes`);
    await second.getByRole('heading', { level: 1 }).waitFor();
    const pages = [helen.page, second, elsewhere.page];
    await agree(pages, 0);

    const change = { short_description: 'Upgrade the database' };
    await send(instance, 'POST', '/changes', change, 'agent');
    await send(instance, 'POST', '/requests', { short_description: 'A laptop' }, 'requester');
    const ids = await assign(opened, 3, helen.email);
    await agree(pages, 5);
    const titles = await Promise.all(pages.map((one) => one.title()));
    expect(
      'the titles have the count',
      titles.filter((one) => !one.startsWith('(5) ')),
      [],
    );
    const icon = await second.locator('link[rel=icon]').getAttribute('href');
    expect('the icon has a dot', icon?.includes('unread'), true);

    const agreed = await walkKeyboard(pages, ids, expect);
    const many = await walkMany(helen, pages, opened, expect);
    faults.push(...many.found);

    const rita = await opened.signIn('rita', 'requester');
    await bell(rita.page).click();
    await inbox(rita.page).getByText('Nothing has happened yet').waitFor();
    const sections = inbox(rita.page).getByRole('heading', { level: 3 });
    expect('a requester decides nothing', await sections.allTextContents(), ['Notifications']);
    faults.push(...(await examine(rita.page)));
    await rita.page.keyboard.press('Escape');
    await walkAnswer(rita, opened, expect);

    faults.push(...(await walkDesktop(opened, expect)));
    for (const person of [helen, elsewhere, rita]) faults.push(...person.faults);
    const slowest = Math.max(...agreed, many.agreed);
    return {
      figures: { agree_ms: slowest, notifications: MANY + 5 },
      faults,
      goals: [
        atMost('faults', faults.length, 0),
        atMost('tabs and devices agree', slowest, MAX_AGREE_MS, ' ms'),
      ],
    };
  } finally {
    await opened.stop();
  }
}
