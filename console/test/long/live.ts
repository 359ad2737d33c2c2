// Under a steady rate of events, no row of an open queue moves, every click opens the row it was aimed at, and memory
// does not grow.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { atMost, type Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

/** Runs in the page and counts rows that move while the list is not scrolled. */
const WATCH = `(() => {
  const seen = new Map();
  window.rowMoves = 0;
  setInterval(() => {
    const grid = document.querySelector('[role=grid]');
    if (!grid) return seen.clear();
    for (const row of grid.querySelectorAll('[role=rowgroup] [role=row]')) {
      const y = row.getBoundingClientRect().y + grid.scrollTop;
      if (seen.has(row.id) && Math.abs(seen.get(row.id) - y) > 0.5) window.rowMoves += 1;
      seen.set(row.id, y);
    }
  }, 50);
})()`;

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

/** Clicks a visible row at coordinates read before; returns true if another record opened. */
async function clickOpensAnother(page: Page, index: number): Promise<boolean> {
  const rows = page.locator('[role=rowgroup] [role=row]');
  const row = rows.nth(index % Math.min(20, await rows.count()));
  const [id, box] = [await row.getAttribute('id'), await row.boundingBox()];
  if (!box) return true;
  await page.mouse.click(box.x + 300, box.y + box.height / 2);
  await page.waitForURL(/\/incidents\/INC/);
  const opened = new URL(page.url()).pathname.split('/').at(-1);
  await page.goBack();
  await rows.first().waitFor();
  return `row-${opened}` !== id;
}

interface LiveSizes {
  events: number;
  rate: number;
  clicks: number;
  rows: number;
}

export async function proveLive({ events, rate, clicks, rows }: LiveSizes): Promise<Report> {
  const opened = await openConsole();
  try {
    const ids = await createIncidents(opened.instance, rows, incidentFields);
    const { page, faults } = await opened.signIn('ada');
    await page.getByText('live', { exact: true }).waitFor();
    await page.evaluate(WATCH);
    const before = await heapOf(page);
    let [sent, wrong] = [0, 0];
    const send = async () => {
      const began = performance.now();
      while (sent < events) {
        const id = ids[sent % ids.length] ?? '';
        const body = { category: `category ${sent}`, priority: `P${(sent % 4) + 1}` };
        const { status } = await opened.instance.call('PATCH', `/incidents/${id}`, { body });
        if (status !== 200) faults.push(`PATCH returned ${status}`);
        sent += 1;
        await sleep(Math.max(0, began + (sent * 1000) / rate - performance.now()));
      }
    };
    const click = async () => {
      for (let index = 0; index < clicks; index += 1)
        if (await clickOpensAnother(page, index * 7)) wrong += 1;
    };
    await Promise.all([send(), click()]);
    await sleep(3000);
    const moves = (await page.evaluate('window.rowMoves')) as number;
    const growth = (await heapOf(page)) - before;
    return {
      figures: { events: sent, clicks, moves, wrong, heapGrowthMb: Number(growth.toFixed(1)) },
      faults,
      goals: [
        atMost('row moves', moves, 0),
        atMost('wrong opens', wrong, 0),
        atMost('heap growth', growth, 20, ' MB'),
      ],
    };
  } finally {
    await opened.stop();
  }
}
