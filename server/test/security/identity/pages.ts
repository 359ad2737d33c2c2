// The hosted pages work in Chromium: the whole login by keyboard with scripts off, then each page is checked for
// violations of its content security policy, its styles, and findings of axe.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { axeFindings, CHROMIUM, FLAGS, violationsIn } from '../../support/chromium.ts';
import { freePort } from '../../support/ports.ts';
import { beginLogin } from '../../support/people.ts';
import type { Report } from '../../support/report.ts';
import { type Flows, openFlows } from './flows.ts';
import { factorPagesOf, walkWithPasskey } from './pages.factors.ts';
import { linkPagesOf, type Open } from './pages.links.ts';

type Expect = (what: string, isSo: boolean) => void;

const focusOf = (page: Page): Promise<string> =>
  page.locator(':focus').evaluate((element) => element.id || element.textContent || '');

/** Uses the keyboard only; the pages have no scripts. */
async function walkByKeyboard(page: Page, flows: Flows, expect: Expect): Promise<void> {
  const { authUrl, baseUrl, person } = flows;
  const type = (text: string) => page.keyboard.type(text);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(beginLogin(authUrl, baseUrl).url);
  expect(
    'the address has the focus when the sign-in page opens',
    (await focusOf(page)) === 'email',
  );
  await type(person.email);
  await press('Tab');
  await type('not the password');
  await press('Enter');
  await page.getByRole('alert').waitFor();
  expect('after a wrong password it is the password', (await focusOf(page)) === 'password');
  const isBack = page.waitForRequest((request) => request.url().startsWith(`${baseUrl}/console/`));
  await type(person.password);
  await press('Enter');
  const back = new URL((await isBack).url());
  expect('the right password leads back with a code', back.searchParams.has('code'));
  const leaving = await page.context().newPage();
  await leaving.goto(`${authUrl}/oauth2/logout`);
  expect(
    'the button has the focus on the sign-out page',
    (await focusOf(leaving)).includes('Sign out'),
  );
  await Promise.all([leaving.waitForNavigation(), leaving.keyboard.press('Enter')]);
  expect('the page says that the session ended', (await leaving.title()).startsWith('Signed out'));
}

/** An account may try fewer wrong passwords without waiting. */
const MAX_GUESSES = 20;

/** Opens each page; the result is the page to check. */
const pagesOf = (flows: Flows): Record<string, Open> => {
  const { authUrl, baseUrl, person, instance } = flows;
  const signInWith = async (page: Page, { email, password }: Flows['person']): Promise<void> => {
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('button');
  };
  const at = (path: string) => async (page: Page) => {
    await page.goto(`${authUrl}${path}`);
    return page;
  };
  const login: Open = async (page) => {
    await page.goto(beginLogin(authUrl, baseUrl).url);
    return page;
  };
  const logout = async (page: Page) => {
    const isBack = page.waitForRequest((request) => request.url().startsWith(baseUrl));
    await signInWith(await login(page), person);
    await isBack;
    return at('/oauth2/logout')(await page.context().newPage());
  };
  const changePassword = async (page: Page, from: Flows['person'], to: string) => {
    await at('/password')(page);
    await page.fill('#new_password', to);
    await signInWith(page, from);
    return page;
  };
  return {
    login,
    'login-refused': async (page) => {
      await signInWith(await login(page), { ...person, password: 'not the password' });
      await page.getByRole('alert').waitFor();
      return page;
    },
    'login-too-many': async (page) => {
      await login(page);
      for (let guess = 0; guess < MAX_GUESSES; guess += 1) {
        await signInWith(page, { email: 'nobody@example.com', password: 'a guess' });
        const text = await page.getByRole('alert').textContent();
        if (text?.includes('Too many attempts')) return page;
      }
      throw new Error('guesses are not limited');
    },
    password: at('/password'),
    'password-refused': async (page) => {
      await changePassword(page, { ...person, password: 'not it' }, 'a new good password');
      await page.getByRole('alert').waitFor();
      return page;
    },
    'password-changed': async (page) => {
      const other = { email: `${randomUUID()}@example.com`, password: person.password };
      const body = { ...other, name: 'Other', roles: ['agent'] };
      await instance.call('POST', '/users', { as: 'super_admin', body });
      await changePassword(page, other, 'a new good password');
      await page.getByText('Sign in again with your new password').waitFor();
      return page;
    },
    ...linkPagesOf(flows),
    ...factorPagesOf(flows),
    expired: at('/interaction/none'),
    error: at('/oauth2/authorize?client_id=nobody'),
    logout,
    'logged-out': async (page) => {
      const leaving = await logout(page);
      await leaving.click('button');
      await leaving.getByText('You are signed out').waitFor();
      return leaving;
    },
  };
};

interface Screen {
  name: string;
  colorScheme: 'light' | 'dark';
  size: { width: number; height: number };
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const screens: Screen[] = [
  { name: 'light', colorScheme: 'light', size: WIDE },
  { name: 'narrow-dark', colorScheme: 'dark', size: NARROW },
  { name: 'dark', colorScheme: 'dark', size: WIDE },
  { name: 'narrow', colorScheme: 'light', size: NARROW },
];

interface Seen {
  cardRadius: string;
  scrollsSideways: boolean;
  narrowFields: number;
}

/** Runs in the page, as text: this file has no DOM types. */
const MEASURE_PAGE = `({
  cardRadius: getComputedStyle(document.querySelector('main')).borderTopLeftRadius,
  scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  narrowFields: [...document.querySelectorAll('input:not([type=hidden])')]
    .filter((field) => field.offsetWidth < document.querySelector('main').clientWidth * 0.8).length,
})`;

/** Returns a page's faults. Scripts are evaluated by the debugger, so the page's own policy stays in force. */
async function faultsOf(page: Page): Promise<string[]> {
  const seen = (await page.evaluate(MEASURE_PAGE)) as Seen;
  const wrong = {
    'the style is not applied': seen.cardRadius !== '10px',
    'the page scrolls sideways': seen.scrollsSideways,
    'a field is not of full width': seen.narrowFields > 0,
  };
  const found = await axeFindings(page);
  return [...Object.keys(wrong).filter((what) => wrong[what as keyof typeof wrong]), ...found];
}

async function withContext<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/**
 * Tests every nth page on `most` screens, each page beginning with the next one. With a folder, screenshots are saved
 * there. Every third page has one of each form and of the messages.
 */
export async function provePages(every: number, most: number, folder = ''): Promise<Report> {
  // No worker runs, so no mail is sent.
  // A passkey belongs to a name, not to a network address.
  const port = await freePort();
  const flows = await openFlows({
    SMTP_URL: 'smtp://127.0.0.1:9',
    AUTH_PORT: port,
    AUTH_URL: `http://localhost:${port}`,
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const faults: string[] = [];
  const figures = { steps: 0, checks: 0, violations: 0 };
  const expect: Expect = (what, isSo) => {
    figures.steps += 1;
    if (!isSo) faults.push(`expectation failed: ${what}`);
  };
  const check = async (page: Page, name: string, { name: screen, colorScheme, size }: Screen) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    if (folder) await page.screenshot({ path: join(folder, `${name}-${screen}.png`) });
    figures.checks += 1;
    for (const fault of await faultsOf(page)) faults.push(`${name}, ${screen}: ${fault}`);
  };
  const examine = async (context: BrowserContext, name: string, open: Open, begin: number) => {
    const violations = violationsIn(context);
    const page = await open(await context.newPage());
    const fromBegin = [...screens.slice(begin), ...screens.slice(0, begin)];
    for (const screen of fromBegin.slice(0, most)) await check(page, name, screen);
    figures.violations += violations.length;
    for (const violation of violations) faults.push(`${name}: ${violation}`);
  };
  try {
    await withContext(browser, { javaScriptEnabled: false }, async (context) =>
      walkByKeyboard(await context.newPage(), flows, expect),
    );
    await withContext(browser, {}, async (context) => {
      const violations = violationsIn(context);
      await walkWithPasskey(await context.newPage(), flows, expect);
      figures.violations += violations.length;
      for (const violation of violations) faults.push(`passkey: ${violation}`);
    });
    if (folder) await mkdir(folder, { recursive: true });
    for (const [n, [name, open]] of Object.entries(pagesOf(flows)).entries()) {
      if (n % every !== 0) continue;
      // Transitions are off, because they would show intermediate colours.
      await withContext(browser, { reducedMotion: 'reduce' }, (context) =>
        examine(context, name, open, n % screens.length),
      );
    }
  } finally {
    await browser.close();
    await flows.instance.stop();
  }
  return { figures, faults };
}
