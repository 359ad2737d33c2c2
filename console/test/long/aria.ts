// Pages as screen readers get them are compared with the committed texts in console/test/long/aria.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';

const FOLDER = join(import.meta.dirname, 'aria');

/** Times, clocks, addresses with ports and random ids differ between runs. */
const varying: readonly [pattern: RegExp, text: string][] = [
  [/\b\d{1,2} [A-Z][a-z]{2}( \d{4})?,? \d{2}:\d{2}(:\d{2})?\b/g, '(time)'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?(\.\d+)?( ?UTC|Z)?/g, '(time)'],
  [/[−-]?\b\d+ (h \d+ m|d \d+ h|m \d+ s|[dhms])\b/g, '(duration)'],
  [/\bjust now\b|\bnow\b/g, '(duration)'],
  [/\b\d+ (seconds?|minutes?|hours?) ago\b/g, '(duration)'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?=\(time\))/g, ''],
  [/\b\d{1,2}:\d{2}:\d{2}\b/g, '(clock)'],
  [/\(clock\) \d+/g, '(clock) (seconds)'],
  [/(?<=cell )"\d+"/g, '"(seconds)"'],
  [/(?<=time: (?:Today )?)\d{2}:\d{2}\b/g, '(clock)'],
  [/127\.0\.0\.1:\d+/g, '(host)'],
  [/[A-Za-z0-9_-]{20,}(?=\/|\?|$)/gm, '(id)'],
];

/** Similar cases depend on the model of the assistant. */
const ASSISTANT = /^( *)- region "Similar cases":\n(\1 .*\n)*/m;

const normal = (text: string): string =>
  `${varying.reduce((before, [pattern, name]) => before.replaceAll(pattern, name), text.replace(ASSISTANT, '')).trim()}\n`;

interface Scene {
  console: ConsoleInstance;
  person: Person;
  id: string;
}

/** Each function opens its page, and returns the part that is compared once it is complete. */
const pages: Record<string, (scene: Scene) => Promise<Locator>> = {
  queue: async ({ console, person: { page }, id }) => {
    await page.goto(`${console.url}/console/incidents?sort=created_at&order=desc`);
    await page.locator(`#row-${id}`).waitFor();
    return page.locator('main');
  },
  shell: async ({ person: { page } }) => {
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^All 2$/ }).waitFor();
    return page.locator('aside').first();
  },
  incident: async ({ console, person: { page }, id }) => {
    await page.goto(`${console.url}/console/incidents/${id}`);
    await page.getByText('opened the incident').waitFor();
    await page.getByText('in two regions').waitFor();
    await page.getByText('On it.').waitFor();
    await page.getByRole('img', { name: /^SLA: / }).waitFor();
    return page.locator('main');
  },
  create: async ({ console, person: { page } }) => {
    await page.goto(`${console.url}/console/incidents/new`);
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    return page.locator('main');
  },
  'sign-in': async ({ console, person: { context } }) => {
    await context.clearCookies();
    const page = await context.newPage();
    await page.goto(console.url);
    await page.locator('#password').waitFor();
    return page.locator('body');
  },
};

/** Describes the first line in which two texts differ. */
function difference(expected: string, actual: string): string | undefined {
  const [one, other] = [expected.split('\n'), actual.split('\n')];
  const at = one.findIndex((line, index) => line !== other[index]);
  if (at === -1 && one.length === other.length) return undefined;
  const line = at === -1 ? one.length : at;
  return `line ${line + 1} is “${other[line]?.trim()}” and was “${one[line]?.trim()}”`;
}

/** Returns how a part of a page differs from its committed text. With `update`, the text is written first. */
export async function compareAria(name: string, part: Locator, update: boolean): Promise<string[]> {
  const text = normal(await part.ariaSnapshot());
  const file = join(FOLDER, `${name}.txt`);
  await mkdir(FOLDER, { recursive: true });
  if (update) await writeFile(file, text);
  const changed = difference(await readFile(file, 'utf8'), text);
  return changed === undefined ? [] : [`${name}: ${changed}. \`--update yes\` writes it.`];
}

export async function proveAria(update: boolean): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const create = async (body: object): Promise<string> =>
      (await console.instance.call('POST', '/incidents', { body })).body.id;
    await create({ short_description: 'Mail is late', priority: 'P3' });
    const id = await create({
      short_description: 'Checkout answers 502',
      description: 'Since **10:00**, in two regions.',
      priority: 'P1',
      category: 'network',
    });
    await console.instance.call('POST', `/incidents/${id}/notes`, { body: { body: 'On it.' } });
    const person = await console.signIn('ada');
    for (const [name, open] of Object.entries(pages))
      faults.push(...(await compareAria(name, await open({ console, person, id }), update)));
    return { figures: { pages: Object.keys(pages).length }, faults: [...faults, ...person.faults] };
  } finally {
    await console.stop();
  }
}
