// Keys are typed before the part they are meant for has opened. In every other round the files that it needs are held
// back until all keys were pressed; in the others they arrive as fast as they can.
import type { Page, Request, Route } from 'playwright-core';
import type { Instance } from '../../../server/test/support/harness.ts';
import { within } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

/** Each letter is a command of the queue. */
const LETTERS = 'asapnxjvfs';

const search = { key: 'Control+k', shown: '[role=dialog] input', isField: true };
/** These keys open something else, which `shown` selects on the page. */
const others = [
  { key: '/', shown: '[role=dialog] input', isField: true },
  { key: 'A', shown: '[role=dialog] input', isField: true },
  { key: 's', shown: '[role=dialog] input', isField: true },
  { key: 'p', shown: '[role=dialog] input', isField: true },
  { key: 'n', shown: '[role=dialog] textarea', isField: true },
  { key: 'f', shown: '[role=dialog] input', isField: true },
  { key: 'c', shown: '[data-first-field] input', isField: true },
  { key: '?', shown: '[role=dialog]', isField: false },
  { key: 'v', shown: '[role=menu]', isField: false },
];

/** Records when the first row was shown, and when the first key was pressed. */
const WATCH = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[id^=row-INC]')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      window.paintedAt = performance.now();
      console.debug('painted');
    });
  }).observe(document, { childList: true, subtree: true });
  addEventListener('keydown', () => (window.pressedAt ??= performance.now()), true);
`;

interface Round {
  key: string;
  shown: string;
  isField: boolean;
  isHeldBack: boolean;
}

async function playRound(
  page: Page,
  queue: string,
  round: Round,
): Promise<{ gapMs: number; faults: string[] }> {
  const { key, shown, isField, isHeldBack } = round;
  const faults: string[] = [];
  const released = Promise.withResolvers<void>();
  let isPainted = false;
  const hold = async (route: Route) => {
    if (isPainted && isHeldBack) await released.promise;
    await route.continue();
  };
  await page.route(/\/assets\/.*\.(js|css)$/, hold);
  const painted = page.waitForEvent('console', (message) => message.text() === 'painted');
  await page.goto(queue, { waitUntil: 'commit' });
  await painted;
  isPainted = true;
  await page.keyboard.press(key);
  await page.keyboard.type(LETTERS);
  released.resolve();
  const opened = page.locator(shown).first();
  const isOpen = await opened.waitFor().then(
    () => true,
    () => false,
  );
  if (!isOpen) faults.push(`${key}: nothing has opened`);
  if (isOpen && isField) {
    const value = () => opened.inputValue();
    await within(20, 'the letters arrive', async () => (await value()) === LETTERS).catch(
      async () => faults.push(`${key}: "${await value()}" arrived`),
    );
    // A draft would survive into the next round.
    await opened.fill('');
  }
  const dialogs = await page.getByRole('dialog').count();
  if (dialogs > 1) faults.push(`${key}: ${dialogs} dialogs are open`);
  const gapMs = (await page.evaluate('window.pressedAt - window.paintedAt')) as number;
  await page.unrouteAll({ behavior: 'wait' });
  return { gapMs, faults };
}

const versionsOf = async ({ call }: Instance, ids: string[]): Promise<string> =>
  (
    await Promise.all(ids.map(async (id) => (await call('GET', `/incidents/${id}`)).body.version))
  ).join();

export async function proveTypeAhead({
  rounds,
  each,
}: Record<'rounds' | 'each', number>): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  try {
    const ids = await createIncidents(instance, 5, incidentFields);
    const before = await versionsOf(instance, ids);
    const { page, faults } = await opened.signIn('ada');
    const writes: string[] = [];
    const isWrite = (request: Request) =>
      ['POST', 'PATCH', 'DELETE'].includes(request.method()) &&
      /\/(incidents|views|jobs)/.test(request.url()) &&
      !request.url().endsWith('/suggest');
    page.on('request', (request) => isWrite(request) && writes.push(request.url()));
    await page.addInitScript(WATCH);
    const queue = page.url();
    const gaps: number[] = [];
    const openers = [
      ...Array.from({ length: rounds }, () => search),
      ...others.flatMap((one) => Array.from({ length: each }, () => one)),
    ];
    let arrived = 0;
    for (const [index, opener] of openers.entries()) {
      const round = await playRound(page, queue, { ...opener, isHeldBack: index % 2 === 0 });
      gaps.push(round.gapMs);
      faults.push(...round.faults);
      if (round.faults.length === 0) arrived += 1;
    }
    faults.push(...writes.map((url) => `a key has sent a request to ${url}`));
    if ((await versionsOf(instance, ids)) !== before) faults.push('an incident was changed');
    const soon = gaps.filter((gap) => gap <= 100).length;
    return {
      figures: { rounds: openers.length, arrived, 'pressed within 100 ms': soon },
      faults,
    };
  } finally {
    await opened.stop();
  }
}
