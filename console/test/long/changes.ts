// In Chromium, a change is submitted by one person, approved by two, scheduled in conflict and resolved; another one is
// rejected.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';
import { title, waitFor } from './walks.ts';

interface Walk {
  console: ConsoleInstance;
  ada: Person;
  faults: string[];
}

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');
/** Returns a local time next week in the format of date and time inputs. */
const nextWeek = (hour: number): string => {
  const at = new Date(Date.now() + 7 * DAY_MS);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(hour)}:00`;
};
const iso = (hour: number): string => new Date(nextWeek(hour)).toISOString();

const conflicts = (page: Page) => page.getByRole('region', { name: 'Conflicts' });
const state = (page: Page, name: string) =>
  page.locator('header').getByText(name, { exact: true }).waitFor();

const expect = ({ faults }: Walk, name: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    faults.push(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
};

async function setProperty(page: Page, label: string, choose: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: .*, edit$`) }).click();
  await choose();
}

/** Fills in the form with a risk, a CI, and a window in which another change is planned for the same CI. */
async function submit(walk: Walk, ci: string): Promise<string> {
  const { page } = walk.ada;
  await page.goto(`${walk.console.url}/console/changes`);
  await page.getByRole('button', { name: 'New change' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Upgrade the checkout database');
  await page.getByRole('textbox', { name: 'Backout plan' }).fill('Stay on the **replica**.');
  await setProperty(page, 'Risk', () => page.getByRole('option', { name: 'High' }).click());
  await setProperty(page, 'CIs', async () => {
    await page.getByRole('option', { name: ci }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  });
  for (const [label, hour] of [
    ['Start', 10],
    ['End', 12],
  ] as const)
    await setProperty(page, label, async () => {
      await page.getByRole('textbox', { name: label, exact: true }).fill(nextWeek(hour));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    });
  await page.getByRole('button', { name: 'Submit change' }).click();
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await state(page, 'Submitted');
  return page.url().split('/').at(-1) ?? '';
}

async function approve({ page }: Person, url: string, comment: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('textbox', { name: 'Comment (optional)' }).fill(comment);
  await page.keyboard.press('Control+Enter');
  await page.getByText(comment).first().waitFor();
}

/** Moves the other change; then the first has no conflict. */
async function resolve(walk: Walk, url: string, other: string): Promise<void> {
  const { page } = walk.ada;
  await conflicts(page).getByRole('link', { name: other }).click();
  await title(page).filter({ hasText: 'Move the mail relay' }).waitFor();
  await page.getByRole('button', { name: 'Change the window' }).click();
  await page.getByRole('textbox', { name: 'Start', exact: true }).fill(nextWeek(14));
  await page.getByRole('textbox', { name: 'End', exact: true }).fill(nextWeek(15));
  await page.getByRole('button', { name: 'Save the window' }).click();
  await page.getByRole('button', { name: 'Change the window' }).waitFor();
  await page.goto(url);
  await state(page, 'Scheduled');
  expect(walk, 'conflicts after the move', await conflicts(page).count(), 0);
}

async function reject(walk: Walk, bo: Person): Promise<void> {
  const { instance, url } = walk.console;
  const body = { short_description: 'Replace everything at once' };
  const { id } = (await instance.call('POST', '/changes', { as: 'agent', body })).body;
  await bo.page.goto(`${url}/console/changes?state=submitted`);
  await bo.page.locator('[role=row]').filter({ hasText: body.short_description }).click();
  await bo.page.getByRole('button', { name: 'Reject' }).click();
  await bo.page.getByRole('textbox', { name: 'Why is it rejected?' }).fill('No way back.');
  await bo.page.keyboard.press('Control+Enter');
  await state(bo.page, 'Rejected');
  const { approvals } = (await instance.call('GET', `/changes/${id}`)).body;
  expect(walk, 'the reason', approvals[0]?.comment, 'No way back.');
}

export async function proveChanges(): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  const { instance, url } = console;
  try {
    const settings = { change_required_approvals: { low: 1, medium: 1, high: 2 } };
    await instance.call('PATCH', '/settings', { as: 'super_admin', body: settings });
    const ciBody = { name: 'checkout-db', class: 'database' };
    const ci = (await instance.call('POST', '/cmdb/cis', { body: ciBody })).body.id;
    const other = (
      await instance.call('POST', '/changes', {
        body: {
          short_description: 'Move the mail relay',
          state: 'draft',
          ci_ids: [ci],
          planned_start_at: iso(11),
          planned_end_at: iso(13),
        },
      })
    ).body.id;
    const ada = await console.signIn('ada');
    const bo = await console.signIn('bo', 'itsm_manager');
    const cy = await console.signIn('cy', 'itsm_manager');
    const walk: Walk = { console, ada, faults };

    const id = await submit(walk, 'checkout-db');
    const page = `${url}/console/changes/${id}`;
    await conflicts(ada.page).getByText(other).waitFor();
    const decisions = await ada.page.getByRole('button', { name: 'Approve' }).count();
    expect(walk, 'decisions of an agent', decisions, 0);
    await approve(bo, page, 'Not before ten');
    await bo.page.getByText('Waiting for another approval.').waitFor();
    await approve(cy, page, 'The shop knows');
    // Ada's page follows without a reload.
    await state(ada.page, 'Approved');
    await ada.page.getByRole('button', { name: 'Schedule' }).click();
    await state(ada.page, 'Scheduled');
    await ada.page.getByRole('link', { name: 'Show in the calendar' }).click();
    await ada.page.getByText('2 in conflict').waitFor();
    await ada.page.getByRole('link', { name: 'Upgrade the checkout database' }).click();
    await resolve(walk, page, other);
    await reject(walk, bo);
    const saved = await waitFor('the schedule', async () => {
      const { body } = await instance.call('GET', `/changes/${id}`);
      return body.state === 'scheduled' ? body : undefined;
    });
    expect(
      walk,
      'the approvals',
      saved.approvals.map(({ comment }: { comment: string }) => comment),
      ['Not before ten', 'The shop knows'],
    );
    faults.push(...ada.faults, ...bo.faults, ...cy.faults);
    return { figures: { approvals: saved.approvals.length }, faults };
  } finally {
    await console.stop();
  }
}
