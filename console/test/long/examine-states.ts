// Checks states of pages with axe in light, dark and at 390 px, and takes screenshots if a folder is given.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ConsoleInstance, examine, type Person, screens } from '../console-browser.ts';

/** Each state has a path, and a function that brings the page into it. */
export type States = Record<string, [path: string, make: (page: Page) => Promise<unknown>]>;

interface ExamineOptions {
  /** Only every nth state is examined. */
  every: number;
  /** Screenshots are written here; empty for none. */
  folder: string;
}

/** Adds the findings of all screens to the faults of the person, and returns the number of states. */
export async function examineStates(
  { url }: Pick<ConsoleInstance, 'url'>,
  { page, faults }: Person,
  states: States,
  { every, folder }: ExamineOptions,
): Promise<number> {
  if (folder) await mkdir(folder, { recursive: true });
  const examined = Object.entries(states).filter((_, index) => index % every === 0);
  for (const [name, [path, make]] of examined) {
    await page.goto(`${url}${path}`);
    await make(page).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    for (const screen of screens) {
      faults.push(...(await examine(page, [screen])).map((fault) => `${name}, ${fault}`));
      if (!folder) continue;
      await page.emulateMedia({ colorScheme: screen.colorScheme });
      await page.setViewportSize(screen);
      await page.screenshot({ path: join(folder, `${name}-${screen.name}.png`) });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
  return examined.length;
}
