// The event stream is cut again and again; soon after, the queue shows every change.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

const ROWS = 20;
const BOUND_MS = 5000;

export async function proveCuts(cuts: number): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  try {
    const ids = await createIncidents(instance, ROWS, incidentFields);
    const { page, faults } = await opened.signIn('ada');
    await page.getByText('live', { exact: true }).waitFor();
    const titles = new Map<string, string>();
    for (let cut = 0; cut < cuts; cut += 1) {
      const id = ids[cut % ids.length] ?? '';
      const text = `Changed ${cut}`;
      // Ends every connection, including that of the stream.
      instance.app.server.closeAllConnections();
      const body = { short_description: text };
      const { status } = await instance
        .call('PATCH', `/incidents/${id}`, { body })
        .catch(() => instance.call('PATCH', `/incidents/${id}`, { body }));
      if (status !== 200) faults.push(`PATCH returned ${status}`);
      titles.set(id, text);
      await sleep(200);
    }
    await sleep(BOUND_MS);
    for (const [id, text] of titles) {
      const row = page.locator(`#row-${id}`);
      const shown = (await row.textContent()) ?? '';
      if (!shown.includes(text)) faults.push(`${id} shows ${shown}, not ${text}`);
    }
    return { figures: { cuts, changed: titles.size, missed: faults.length }, faults };
  } finally {
    await opened.stop();
  }
}
