// Every state of the shell and the queue: axe in light, dark and at 390 px, no violation of the policy.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole, type Person, screens } from '../console-browser.ts';
import { createIncidents, titled } from './queue-fill.ts';

const list = '/console/incidents?sort=created_at&order=desc';

const pressing =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };
const opening =
  (...keys: string[]) =>
  async (page: Page) => {
    await pressing(...keys)(page);
    await page.getByRole('dialog').waitFor();
  };

export type PageState = [path: string, make: (page: Page) => Promise<unknown>];

/** The state of a page by its name: where it is, and what makes it so. */
const states: Record<string, PageState> = {
  queue: [list, pressing()],
  selected: [list, pressing('x', 'J', 'J')],
  peek: [list, pressing('j', 'Space')],
  keys: [list, opening('?')],
  palette: [list, opening('Control+k')],
  assign: [list, opening('A')],
  state: [list, opening('s')],
  note: [list, opening('n')],
  filter: [
    list,
    async (page) => {
      await pressing('f')(page);
      await page.getByRole('option').first().waitFor();
    },
  ],
  views: [
    list,
    async (page) => {
      await pressing('v')(page);
      await page.getByRole('menuitem').first().waitFor();
    },
  ],
  empty: [
    '/console/incidents?q=nothingmatchesthis',
    (page) => page.getByText('No incident matches').waitFor(),
  ],
  refused: ['/console/incidents?state=nonsense', (page) => page.getByRole('alert').waitFor()],
  'no-page': ['/console/nowhere', (page) => page.getByText('There is no such page').waitFor()],
};

/** Each state on every screen; with a folder, screenshots are saved there. Returns the figures of a report. */
export async function examineStates(
  { page, faults }: Person,
  url: string,
  examined: [name: string, state: PageState][],
  folder = '',
): Promise<Record<string, number>> {
  if (folder) await mkdir(folder, { recursive: true });
  for (const [name, [path, make]] of examined) {
    await page.goto(`${url}${path}`);
    await make(page);
    for (const screen of screens) {
      faults.push(...(await examine(page, [screen])).map((fault) => `${name}, ${fault}`));
      if (!folder) continue;
      await page.emulateMedia({ colorScheme: screen.colorScheme });
      await page.setViewportSize(screen);
      await page.screenshot({ path: join(folder, `${name}-${screen.name}.png`) });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
  return { states: examined.length, looks: examined.length * screens.length };
}

export async function provePages(every: number, folder = ''): Promise<Report> {
  const opened = await openConsole();
  try {
    await createIncidents(opened.instance, 30, titled);
    const person = await opened.signIn('ada');
    const examined = Object.entries(states).filter((_, index) => index % every === 0);
    const figures = await examineStates(person, opened.url, examined, folder);
    return { figures, faults: person.faults };
  } finally {
    await opened.stop();
  }
}
