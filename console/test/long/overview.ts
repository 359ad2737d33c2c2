// Each number of the overview equals the total of the list behind it, and people see who else has a record open.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole } from '../console-browser.ts';
import { createIncidents } from './queue-fill.ts';

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

/** Reads the number beside the heading of the queue. */
async function listTotal(page: Page): Promise<number> {
  await page.waitForURL(/\/console\/incidents\?/);
  const toolbar = page.getByRole('heading', { level: 1 }).locator('..');
  const count = toolbar.locator('[class*=count]');
  await count.waitFor();
  return numberIn(await count.textContent());
}

/** Compares the number with the total of the open list, and returns to the overview. */
async function compare(page: Page, name: string, number: number, faults: string[]): Promise<void> {
  const total = await listTotal(page);
  if (total !== number) faults.push(`${name}: ${number} in the overview, ${total} in the list`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

const FIGURES = ['Open', 'Open P1', 'SLA breached', 'At risk', 'SLA paused', 'Unassigned'];

export async function proveOverview({ incidents }: { incidents: number }): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  try {
    const ids = await createIncidents(instance, incidents, (index) => ({
      short_description: `Incident ${index}`,
      priority: `P${(index % 4) + 1}`,
      ...(index % 3 === 0 && { assigned_to: 'ada@example.com' }),
    }));
    const patch = (id: string, body: object) =>
      instance.call('PATCH', `/incidents/${id}`, { body });
    for (const [index, id] of ids.entries()) {
      if (index % 5 === 0) await patch(id, { state: 'in_progress' });
      if (index % 10 === 0)
        await patch(id, { state: 'on_hold', on_hold_reason: 'awaiting_vendor' });
      if (index % 15 === 5) await patch(id, { state: 'resolved', resolution: 'Restarted' });
    }
    const { page, faults } = await opened.signIn('mona', 'itsm_manager', '/console/overview');
    let compared = 0;
    for (const label of FIGURES) {
      const link = page.getByRole('navigation', { name: 'Open incidents now' }).getByRole('link', {
        name: new RegExp(`^[\\d,]+\\s*${label}$`),
      });
      const number = numberIn(await link.locator('b').textContent());
      await link.click();
      await compare(page, label, number, faults);
      compared += 1;
    }
    const card = page.getByRole('region', { name: 'Open by priority and state', exact: true });
    const table = card.getByRole('table');
    const showNumbers = async () => {
      if (!(await table.isVisible())) await card.getByText('Numbers').click();
    };
    await showNumbers();
    const links = await table.getByRole('link').count();
    for (let index = 0; index < links; index += 1) {
      const link = table.getByRole('link').nth(index);
      await showNumbers();
      const number = numberIn(await link.textContent());
      await link.click();
      await compare(page, `open by priority and state, cell ${index}`, number, faults);
      compared += 1;
    }
    const flow = page.getByRole('region', { name: 'Created and resolved', exact: true });
    await flow.getByText('Numbers').click();
    const today = flow.getByRole('table').getByRole('link').first();
    const created = numberIn(await today.textContent());
    if (created !== incidents) faults.push(`${created} created today, not ${incidents}`);
    await today.click();
    await compare(page, 'created today', created, faults);
    faults.push(...(await examine(page)).map((finding) => `overview: ${finding}`));
    return { figures: { incidents, compared: compared + 1 }, faults };
  } finally {
    await opened.stop();
  }
}

/** Two people at one record see each other, and the queue shows who has it open. */
export async function provePresence(): Promise<Report> {
  const opened = await openConsole();
  try {
    const [id = '', other = ''] = await createIncidents(opened.instance, 2, (index) => ({
      short_description: `Incident ${index}`,
    }));
    const ada = await opened.signIn('ada');
    const bo = await opened.signIn('bo');
    const cleo = await opened.signIn('cleo');
    for (const { page } of [ada, bo, cleo]) await page.getByText('live', { exact: true }).waitFor();
    await bo.page.goto(`${opened.url}/console/incidents/${id}`);
    const viewer = (page: Page, name: string) =>
      page.getByRole('img', { name: `${name} is viewing this record` });
    await ada.page.locator(`#row-${id}`).locator('[data-column=presence] [role=img]').waitFor();
    const wrong = await ada.page
      .locator(`#row-${other}`)
      .locator('[data-column=presence] [role=img]')
      .count();
    await ada.page.goto(`${opened.url}/console/incidents/${id}`);
    await viewer(ada.page, 'bo').waitFor();
    await viewer(bo.page, 'ada').waitFor();
    const faults = [...ada.faults, ...bo.faults, ...cleo.faults];
    if (wrong > 0) faults.push('another row shows a person');
    if ((await viewer(bo.page, 'bo').count()) > 0) faults.push('a person is shown to themselves');
    // A person who edits is shown as writing.
    await ada.page.getByRole('button', { name: /^Category: .*, edit$/ }).click();
    await bo.page.getByRole('img', { name: 'ada is writing' }).waitFor();
    faults.push(...(await examine(bo.page)).map((finding) => `presence: ${finding}`));
    // A person who has left disappears when the announcement expires.
    await bo.page.goto(`${opened.url}/console/incidents`);
    await viewer(ada.page, 'bo').waitFor({ state: 'detached', timeout: 60_000 });
    return { figures: { people: 3 }, faults };
  } finally {
    await opened.stop();
  }
}
