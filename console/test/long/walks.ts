// Tests with two agents share these steps; failed expectations are collected as faults.
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
  type ConsoleInstance,
  examine,
  openConsole,
  type Person,
  type Screen,
  screens,
} from '../console-browser.ts';
import type { Report } from '../../../server/test/support/report.ts';

const WAIT_MS = 60_000;

export interface Walk {
  console: ConsoleInstance;
  ada: Person;
  bo: Person;
  faults: string[];
}

export const read = async ({ console }: Walk, id: string) =>
  (await console.instance.call('GET', `/incidents/${id}`)).body;

/** Probes until there is a result. */
export async function waitFor<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`${what} did not happen within ${WAIT_MS} ms`);
    await sleep(100);
  }
}

export const expect = (
  { faults }: Walk,
  name: string,
  actual: unknown,
  expected: unknown,
): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) faults.push(`${name}: ${one} instead of ${other}`);
};

export const title = (page: Page) => page.getByRole('heading', { level: 1 });

export async function openRecord(person: Person, walk: Walk, id: string): Promise<void> {
  await person.page.goto(`${walk.console.url}/console/incidents/${id}`);
  await person.page.getByRole('region', { name: 'Activity' }).waitFor();
}

export const create = async ({ console }: Walk, body: object): Promise<string> =>
  (await console.instance.call('POST', '/incidents', { body })).body.id;

export const rowOf = (page: Page, id: string): Locator => page.locator(`#row-${id}`);

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** A dialog takes the focus when it is open; until then a key would be lost. */
export async function typeInto(page: Page, text: string, option?: string): Promise<void> {
  await dialog(page).locator(':focus').waitFor();
  if (option !== undefined) await dialog(page).getByRole('option', { name: option }).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** People use phones in the dark as well. */
export const allScreens: readonly Screen[] = [
  ...screens,
  { name: 'narrow-dark', colorScheme: 'dark', width: 390, height: 844 },
];

/** The narrow form is left out: the page would forget what is open or chosen in a panel. */
export const wideScreens = screens.filter(({ name }) => name !== 'narrow');

/** Keys that follow a change of the screen wait until the page has its new form. */
async function resize(page: Page, { width, height }: { width: number; height: number }) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(`innerWidth === ${width}`);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

/** Examines the page as it is on each screen; screenshots are written if a folder is given. */
export async function inspect(
  { faults }: Pick<Walk, 'faults'>,
  page: Page,
  name: string,
  folder: string | undefined,
  shown: readonly Screen[] = screens,
): Promise<void> {
  faults.push(...(await examine(page, shown)).map((finding) => `${name}: ${finding}`));
  const size = page.viewportSize();
  for (const screen of folder ? shown : []) {
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    await resize(page, screen);
    await page.screenshot({ path: join(folder ?? '', `${name}-${screen.name}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await resize(page, size);
}

/** Runs the parts one after another with two agents; a part that fails does not stop the next, and leaves screenshots. */
export async function walkThrough(
  parts: Record<string, (walk: Walk) => Promise<unknown>>,
  folder?: string,
  options?: Parameters<typeof openConsole>[0],
): Promise<Report> {
  const console = await openConsole(options);
  const faults: string[] = [];
  try {
    const ada = await console.signIn('ada');
    const bo = await console.signIn('bo');
    const walk: Walk = { console, ada, bo, faults };
    for (const [name, part] of Object.entries(parts))
      try {
        await part(walk);
      } catch (error) {
        faults.push(`${name}: ${String(error)}`);
        for (const [who, { page }] of folder === undefined ? [] : Object.entries({ ada, bo }))
          await page.screenshot({ path: join(folder ?? '', `failed-${name}-${who}.png`) });
      }
    faults.push(...ada.faults, ...bo.faults);
    return { figures: { parts: Object.keys(parts).length }, faults };
  } finally {
    await console.stop();
  }
}
