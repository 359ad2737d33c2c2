// Starts an instance with the console, and signs people in with Chromium.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { axeFindings, CHROMIUM, FLAGS, violationsIn } from '../../server/test/support/chromium.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { freePort } from '../../server/test/support/ports.ts';
import { ensureBuilt } from './support.ts';

const PASSWORD = 'a password for the console';

export interface Person {
  page: Page;
  context: BrowserContext;
  email: string;
  /** Violations of the policy of the page and errors of its scripts are collected here. */
  faults: string[];
}

export interface ConsoleInstance {
  instance: Instance;
  url: string;
  /** The options describe the device, such as a phone. */
  signIn: (
    name: string,
    role?: string,
    path?: string,
    device?: BrowserContextOptions,
  ) => Promise<Person>;
  stop: () => Promise<void>;
}

/** Somebody whom the instance has already keeps their name and roles. */
async function givePassword(instance: Instance, email: string): Promise<void> {
  const found = await instance.call('GET', '/users?limit=100', { as: 'super_admin' });
  const id = found.body.data.find((user: { email: string }) => user.email === email)?.id;
  const body = { password: PASSWORD };
  await instance.call('PATCH', `/users/${id}`, { as: 'super_admin', body });
}

interface ConsoleOptions {
  env?: Record<string, string>;
  /** A database that is given is not dropped afterwards. */
  database?: string | undefined;
}

export async function openConsole({
  env,
  database,
}: ConsoleOptions = {}): Promise<ConsoleInstance> {
  ensureBuilt();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const instance = await startInstance({
    port: Number(port),
    worker: database === undefined,
    database,
    env: { BASE_URL: url, ...env },
  });
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

  const signIn: ConsoleInstance['signIn'] = async (
    name,
    role = 'agent',
    path = '/',
    device = {},
  ) => {
    const email = `${name}@example.com`;
    const body = { email, password: PASSWORD, name, roles: [role] };
    const created = await instance.call('POST', '/users', { as: 'super_admin', body });
    if (created.status !== 201) await givePassword(instance, email);
    const context = await browser.newContext({
      // Texts of times in the walks are those of this language.
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...device,
    });
    const faults = violationsIn(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${url}${path}`);
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, context, email, faults };
  };

  return {
    instance,
    url,
    signIn,
    stop: async () => {
      await browser.close();
      await instance.stop();
    },
  };
}

export interface Screen {
  name: string;
  colorScheme: 'light' | 'dark';
  width: number;
  height: number;
}

export const screens: readonly Screen[] = [
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'narrow', colorScheme: 'light', width: 390, height: 844 },
];

/** No time of a list is wider; rows of a test are seconds old and would fit any column. */
const WIDEST_TIME = '30 Sept 20:00';

/** Returns the columns of lists that would cut off the widest time. */
const CUT_TIMES = `[...new Set([...document.querySelectorAll('[role=gridcell] > time')].flatMap((time) => {
  const [cell, text] = [time.parentElement, time.textContent];
  time.textContent = '${WIDEST_TIME}';
  const isCut = cell.scrollWidth > cell.clientWidth;
  time.textContent = text;
  return isCut ? [cell.dataset.column] : [];
}))]`;

/** Returns serious and critical findings of axe, sideways scrolling, and times that a list cuts off, on each screen. */
export async function examine(page: Page, shown = screens): Promise<string[]> {
  const found: string[] = [];
  const size = page.viewportSize();
  for (const { name, colorScheme, width, height } of shown) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    const findings = await axeFindings(page);
    const serious = findings.filter((finding) => /\((serious|critical)\)/.test(finding));
    found.push(...serious.map((finding) => `${name}: ${finding}`));
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      found.push(`${name}: the page scrolls sideways`);
    for (const column of (await page.evaluate(CUT_TIMES)) as string[])
      found.push(`${name}: the column ${column} cuts off a time`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
  return found;
}
