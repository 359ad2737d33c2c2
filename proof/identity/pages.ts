// The pages that people meet, in Chromium: the whole way by keyboard with scripts off, then each page before axe.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beginLogin } from '../../server/test/people.ts';
import type { Report } from '../support/report.ts';
import { type Flows, openFlows } from './flows.ts';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** As the rules of WCAG 2.2, level AA, and what else axe calls good practice. */
const SERIOUS = new Set(['serious', 'critical']);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Expect = (what: string, isSo: boolean) => void;

const focused = (page: Page): Promise<string> =>
  page.locator(':focus').evaluate((element) => element.id || element.textContent || '');

/** Nothing but keys, and no script of the page's own: there is none. */
async function walkByKeyboard(page: Page, flows: Flows, expect: Expect): Promise<void> {
  const { authUrl, baseUrl, person } = flows;
  const type = (text: string) => page.keyboard.type(text);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(beginLogin(authUrl, baseUrl).url);
  expect('the address has the focus when the login page opens', (await focused(page)) === 'email');
  await type(person.email);
  await press('Tab');
  await type('not the password');
  await press('Enter');
  await page.getByRole('alert').waitFor();
  expect('after a wrong password it is the password', (await focused(page)) === 'password');
  // There is no console yet: that the way leads there is enough.
  const isBack = page.waitForRequest((request) => request.url().startsWith(`${baseUrl}/console/`));
  await type(person.password);
  await press('Enter');
  const back = new URL((await isBack).url());
  expect('the right password leads back with a code', back.searchParams.has('code'));
  const leaving = await page.context().newPage();
  await leaving.goto(`${authUrl}/oauth2/logout`);
  expect(
    'the button has the focus on the logout page',
    (await focused(leaving)).includes('Log out'),
  );
  await Promise.all([leaving.waitForNavigation(), leaving.keyboard.press('Enter')]);
  expect('the end of the session is told', (await leaving.title()).startsWith('Logged out'));
}

type Open = (page: Page) => Promise<Page>;

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

async function examine(page: Page): Promise<Finding[]> {
  await page.addScriptTag({ content: axe.source });
  const { violations } = await page
    .evaluate('axe.run()')
    .then((r) => r as { violations: Finding[] });
  return violations;
}

/** Each page by what opens it; what is given is what is looked at. */
const pagesOf = ({ authUrl, baseUrl, person }: Flows): Record<string, Open> => {
  const logInWith = async (page: Page, password: string): Promise<Page> => {
    await page.goto(beginLogin(authUrl, baseUrl).url);
    await page.fill('#email', person.email);
    await page.fill('#password', password);
    await page.click('button');
    if (password !== person.password) await page.getByRole('alert').waitFor();
    return page;
  };
  const at = (path: string) => async (page: Page) => {
    await page.goto(`${authUrl}${path}`);
    return page;
  };
  const logout = async (page: Page) => {
    const isBack = page.waitForRequest((request) => request.url().startsWith(baseUrl));
    await logInWith(page, person.password);
    await isBack;
    return at('/oauth2/logout')(await page.context().newPage());
  };
  return {
    login: async (page) => {
      await page.goto(beginLogin(authUrl, baseUrl).url);
      return page;
    },
    'login-refused': (page) => logInWith(page, 'not the password'),
    password: at('/password'),
    error: at('/oauth2/authorize?client_id=nobody'),
    logout,
    'logged-out': async (page) => {
      const leaving = await logout(page);
      await leaving.click('button');
      await leaving.getByText('You are logged out').waitFor();
      return leaving;
    },
  };
};

const screens: Record<string, BrowserContextOptions> = {
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  wide: { viewport: { width: 1280, height: 800 } },
  narrow: { viewport: { width: 360, height: 640 } },
};

async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The first `most` screens. With a folder, what is seen is kept there to be looked at. */
export async function provePages(most: number, folder = ''): Promise<Report> {
  const flows = await openFlows();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const faults: string[] = [];
  const figures = { steps: 0, pages: 0, findings: 0, serious: 0 };
  const expect: Expect = (what, isSo) => {
    figures.steps += 1;
    if (!isSo) faults.push(`not so: ${what}`);
  };
  try {
    await withPage(browser, { javaScriptEnabled: false }, (page) =>
      walkByKeyboard(page, flows, expect),
    );
    if (folder) await mkdir(folder, { recursive: true });
    for (const [screen, options] of Object.entries(screens).slice(0, most)) {
      for (const [name, open] of Object.entries(pagesOf(flows))) {
        // The policy of the pages lets no script in, not even that of axe.
        await withPage(browser, { ...options, bypassCSP: true }, async (fresh) => {
          const page = await open(fresh);
          if (folder) await page.screenshot({ path: join(folder, `${name}-${screen}.png`) });
          const found = await examine(page);
          figures.pages += 1;
          figures.findings += found.length;
          for (const { id, impact, nodes } of found.filter((one) =>
            SERIOUS.has(one.impact ?? ''),
          )) {
            figures.serious += 1;
            faults.push(`${name}, ${screen}: ${id} (${impact}) at ${nodes[0]?.html}`);
          }
        });
      }
    }
  } finally {
    await browser.close();
    await flows.instance.stop();
  }
  return { figures, faults };
}
