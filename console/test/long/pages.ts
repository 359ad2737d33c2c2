// Checks every state of the shell and the queue with axe in light, dark and at 390 px, and for violations of the policy.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, screens } from '../console-browser.ts';
import { examineStates, type States } from './examine-states.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

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

const states: States = {
  queue: [list, pressing()],
  selected: [list, pressing('x', 'J', 'J')],
  peek: [list, pressing('j', 'Space')],
  keys: [list, opening('?')],
  search: [list, opening('Control+k')],
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
    (page) => page.getByText('Nothing matches').waitFor(),
  ],
  refused: ['/console/incidents?state=nonsense', (page) => page.getByRole('alert').waitFor()],
  'no-page': ['/console/nowhere', (page) => page.getByText('Page not found').waitFor()],
};

export async function provePages(every: number, folder = ''): Promise<Report> {
  const opened = await openConsole();
  try {
    await createIncidents(opened.instance, 30, incidentFields);
    const ada = await opened.signIn('ada');
    const count = await examineStates(opened, ada, states, { every, folder });
    return { figures: { states: count, checks: count * screens.length }, faults: ada.faults };
  } finally {
    await opened.stop();
  }
}
