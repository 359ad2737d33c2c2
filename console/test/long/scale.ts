// Measures the queue on a database with millions of incidents: first rows, scrolling, keys, and layout shift.
import type { CDPSession, Page } from 'playwright-core';
import { OWN_KEY } from '../../../server/test/support/processes.ts';
import { atLeast, atMost, type Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';

const MAX_COLD_MS = 1000;
const MAX_WARM_MS = 300;
const MIN_FRAMES = 50;
const MAX_KEY_MS = 100;
const MAX_SHIFT = 0.02;
const ROW_HEIGHT = 36;
/** Each frame scrolls so far: 400 rows a second at 60 frames, faster than a wheel is turned. */
const STEP_PX = 240;
const KEYS = 60;
const SETTLE_MS = 2000;

/** Runs before the page, and records when its first row was painted and how far its parts shifted without an input. */
const OBSERVE = `(() => {
  window.shift = 0;
  window.shifted = [];
  const nameOf = ({ node }) => (node?.outerHTML ?? String(node?.textContent)).slice(0, 80);
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shift += value;
      window.shifted.push(value.toFixed(4) + ' ' + sources.map(nameOf).join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const check = () => {
    const row = document.querySelector('[role=rowgroup] [role=row]');
    if (row) setTimeout(() => (window.firstRows = performance.now()));
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})()`;

/** Measures from the next click until the rows of a view are painted: other rows, and its name as the heading. */
const measureOpening = (name: string): string => `new Promise((done) => {
  const first = () => document.querySelector('[role=rowgroup] [role=row]')?.id;
  const before = first();
  const isShown = () =>
    document.querySelector('h1')?.textContent === '${name}' && first() !== undefined && first() !== before;
  addEventListener('click', ({ timeStamp }) => {
    const check = () => {
      if (isShown()) setTimeout(() => done(performance.now() - timeStamp));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  }, { capture: true, once: true });
})`;

/** Scrolls at a steady speed until the row is in view. */
const scrollTo = (row: number): string => `new Promise((done) => {
  const grid = document.querySelector('[role=grid]');
  const began = performance.now();
  let frames = 0;
  const step = () => {
    frames += 1;
    if (grid.scrollTop + grid.clientHeight >= ${row * ROW_HEIGHT})
      return done({ frames, seconds: (performance.now() - began) / 1000 });
    grid.scrollTop += ${STEP_PX};
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Collects the time from each key press to the frame after it. */
const TIME_KEYS = `(() => {
  window.keyTimes = [];
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - timeStamp))),
  { capture: true });
})()`;

/** Waits for an expression to have a value. The policy of the page forbids evaluating text later on. */
const waitForValue = (expression: string): string => `new Promise((done) => {
  const check = () => {
    const value = ${expression};
    if (value === undefined) requestAnimationFrame(check);
    else done(value);
  };
  check();
})`;

const number = async (page: Page, script: string): Promise<number> =>
  (await page.evaluate(script)) as number;

/** Returns how long scripts of the page have run. */
async function scriptSeconds(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

const sortNumbers = (values: readonly number[]): number[] =>
  values.toSorted((one, other) => one - other);
const quantile = (values: readonly number[], part: number): number =>
  sortNumbers(values)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

async function firstRows(page: Page): Promise<number> {
  await page.reload();
  return number(page, waitForValue('window.firstRows'));
}

/** A key is pressed once the previous one is painted, as a person does; pressed at once they would wait for each other. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.evaluate(TIME_KEYS);
  for (let index = 0; index < KEYS; index += 1) {
    await page.keyboard.press(index % 7 ? 'j' : 'k');
    await page.evaluate(waitForValue(`window.keyTimes.length > ${index} || undefined`));
  }
  return (await page.evaluate('window.keyTimes')) as number[];
}

async function openView(page: Page, name: string): Promise<number> {
  const opening = number(page, measureOpening(name));
  await page.getByRole('link', { name: new RegExp(`^${name} `) }).click();
  return opening;
}

interface ScaleSizes {
  rows: number;
  rounds: number;
}

export async function proveScale({ rows, rounds }: ScaleSizes, database?: string): Promise<Report> {
  if (database === undefined) {
    const skipped = 'needs --database URL of a database with incidents';
    return { figures: {}, faults: [], skipped };
  }
  const console = await openConsole({ database, env: { ENCRYPTION_KEY: OWN_KEY } });
  try {
    const { page, context, faults } = await console.signIn('scale');
    await page.addInitScript(OBSERVE);
    const browser = await context.newCDPSession(page);
    await browser.send('Performance.enable');
    const cold: number[] = [];
    const cached: number[] = [];
    const warm: number[] = [];
    const frames: number[] = [];
    const scripts: number[] = [];
    const shifts: number[] = [];
    const shifted = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      await browser.send('Network.clearBrowserCache');
      cold.push(await firstRows(page));
      cached.push(await firstRows(page));
      for (const view of ['All', 'Unassigned', 'Open']) warm.push(await openView(page, view));
      shifts.push(await number(page, 'window.shift'));
      await firstRows(page);
      // The counts of the views arrive.
      await page.waitForTimeout(SETTLE_MS);
      const before = await scriptSeconds(browser);
      const seen = (await page.evaluate(scrollTo(rows))) as { frames: number; seconds: number };
      frames.push(seen.frames / seen.seconds);
      scripts.push(((await scriptSeconds(browser)) - before) / seen.frames);
      shifts.push(await number(page, 'window.shift'));
      for (const one of (await page.evaluate('window.shifted')) as string[]) shifted.add(one);
    }
    const keys = await keyTimes(page);
    const { body } = await console.instance.call('GET', '/incidents?limit=1');
    const median = (values: readonly number[]) => Math.round(quantile(values, 0.5));
    return {
      figures: {
        incidents: body.total,
        cold_ms: median(cold),
        reload_with_cached_files_ms: median(cached),
        view_in_the_console_ms: median(warm),
        slowest_view_ms: Math.round(Math.max(...warm)),
        frames_per_second: median(frames),
        script_ms_per_frame: Number((quantile(scripts, 0.5) * 1000).toFixed(1)),
        key_to_paint_median_ms: median(keys),
        key_to_paint_p95_ms: Math.round(quantile(keys, 0.95)),
      },
      faults,
      notes: [...shifted].map((one) => `shifted: ${one}`),
      goals: [
        atMost('first rows without cached files, median', quantile(cold, 0.5), MAX_COLD_MS, ' ms'),
        atMost(
          'first rows of a view in the open console, median',
          quantile(warm, 0.5),
          MAX_WARM_MS,
          ' ms',
        ),
        atLeast(
          `frames per second while scrolling to row ${rows}, median`,
          quantile(frames, 0.5),
          MIN_FRAMES,
        ),
        atMost('key to paint, 95 %', quantile(keys, 0.95), MAX_KEY_MS, ' ms'),
        atMost('layout shift', Math.max(...shifts), MAX_SHIFT),
      ],
    };
  } finally {
    await console.stop();
  }
}
