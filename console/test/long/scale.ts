// The queue on a database with millions of incidents: first rows, scrolling, keys, and layout shift.
import type { Page } from 'playwright-core';
import { atLeast, atMost, type Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';

const MAX_COLD_MS = 1000;
const MAX_WARM_MS = 300;
const MIN_FRAMES = 50;
const MAX_KEY_MS = 100;
const MAX_SHIFT = 0.02;
const ROW_HEIGHT = 36;
/** Of one frame: 1,000 rows a second at 60 frames. */
const STEP_PX = 600;
const KEYS = 60;

/** Runs before the page: when its first row was painted, and how far its parts were moved without an input. */
const OBSERVE = `(() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const row = document.querySelector('[role=rowgroup] [role=row]');
    if (row) setTimeout(() => (window.firstRows = performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** From a click on a view until its rows are painted: the list has other rows, and its heading the other name. */
const opened = (name: string): string => `new Promise((done) => {
  const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent.startsWith('${name}'));
  const first = () => document.querySelector('[role=rowgroup] [role=row]')?.id;
  const began = performance.now();
  const before = first();
  link.click();
  const look = () => {
    const isShown = document.querySelector('h1')?.textContent === '${name}' && first() !== undefined && first() !== before;
    if (isShown) setTimeout(() => done(performance.now() - began));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Scrolls as fast as rows arrive until the row is in view; the frames of each second. */
const scrolledTo = (row: number): string => `new Promise((done) => {
  const grid = document.querySelector('[role=grid]');
  const began = performance.now();
  let frames = 0;
  const step = () => {
    frames += 1;
    if (grid.scrollTop + grid.clientHeight >= ${row * ROW_HEIGHT})
      return done((frames * 1000) / (performance.now() - began));
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

const number = async (page: Page, script: string): Promise<number> =>
  (await page.evaluate(script)) as number;

const sorted = (values: readonly number[]): number[] =>
  values.toSorted((one, other) => one - other);
const quantile = (values: readonly number[], part: number): number =>
  sorted(values)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

async function firstRows(page: Page): Promise<number> {
  await page.reload();
  await page.waitForFunction('window.firstRows !== undefined');
  return number(page, 'window.firstRows');
}

async function keyTimes(page: Page): Promise<number[]> {
  await page.evaluate(TIME_KEYS);
  for (let index = 0; index < KEYS; index += 1) await page.keyboard.press(index % 7 ? 'j' : 'k');
  await page.waitForFunction(`window.keyTimes.length === ${KEYS}`);
  return (await page.evaluate('window.keyTimes')) as number[];
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
  const console = await openConsole({ database });
  try {
    const { page, context, faults } = await console.signIn('scale');
    await page.addInitScript(OBSERVE);
    const browser = await context.newCDPSession(page);
    const cold: number[] = [];
    const cached: number[] = [];
    const warm: number[] = [];
    const frames: number[] = [];
    const shifts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await browser.send('Network.clearBrowserCache');
      cold.push(await firstRows(page));
      cached.push(await firstRows(page));
      for (const view of ['All', 'Unassigned', 'Open']) warm.push(await number(page, opened(view)));
      shifts.push(await number(page, 'window.shift'));
      await page.reload();
      await page.waitForFunction('window.firstRows !== undefined');
      frames.push(await number(page, scrolledTo(rows)));
      shifts.push(await number(page, 'window.shift'));
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
        key_to_paint_median_ms: median(keys),
        key_to_paint_p95_ms: Math.round(quantile(keys, 0.95)),
      },
      faults,
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
