// The day of an agent in Chromium: the queue of the teams in sections, a hold by keyboard that ends by itself, and a
// clock that breaches while the queue is open. A manager finds the approvals that wait.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, type Person } from '../console-browser.ts';
import {
  create,
  dialog,
  expect,
  inspect,
  openRecord,
  read,
  rowOf,
  title,
  waitFor,
  type Walk,
  wideScreens,
} from './walks.ts';

const TEAM = 'Service Desk';
const OPEN = 'new,in_progress,on_hold,reopened';

interface Day extends Walk {
  helen: Person;
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
}

/** Moves the start of the clock, so that the incident breaches this many seconds from now. */
const breachIn = ({ console }: Walk, id: string, seconds: number) =>
  console.instance.sql(
    `update incidents set created_at = now() + make_interval(secs => $2::int - sla_target_seconds),
       sla_breach_at = now() + make_interval(secs => $2::int) where id = $1`,
    [id, seconds],
  );

const count = async ({ console }: Walk, query: string): Promise<number> => {
  const group = encodeURIComponent(TEAM);
  const path = `/incidents/counts?by=state&assignment_group=${group}&${query}`;
  return (await console.instance.call('GET', path)).body.total;
};

/** Reads the sections with the titles of their rows. */
const sectionsOf = (page: Page): Promise<[name: string | null, rows: number][]> =>
  page
    .getByRole('rowgroup')
    .evaluateAll((all) =>
      all.map((one) => [one.getAttribute('aria-label'), one.querySelectorAll('[role=row]').length]),
    );

const sectionOf = (page: Page, id: string): Promise<string | null | undefined> =>
  rowOf(page, id).evaluate((row) => row.closest('[role=rowgroup]')?.getAttribute('aria-label'));

/** The counts of the dividers are those of the service, and another team is not in the queue. */
async function showTeams(walk: Day, ids: readonly string[]): Promise<void> {
  const { page } = walk.ada;
  await page.goto(`${walk.console.url}/console/`);
  await title(page).filter({ hasText: 'My teams' }).waitFor();
  await rowOf(page, ids[0] ?? '').waitFor();
  const [late, paused, all] = await Promise.all([
    count(walk, 'state=new,in_progress,reopened&sla=breached'),
    count(walk, 'state=on_hold'),
    count(walk, `state=${OPEN}`),
  ]);
  const expected = [
    [`Breached ${late}`, late],
    [`Running ${all - late - paused}`, all - late - paused],
    [`Paused ${paused}`, paused],
  ];
  await page.getByRole('rowgroup', { name: `Paused ${paused}` }).waitFor({ state: 'attached' });
  expect(walk, 'the sections', await sectionsOf(page), expected);
  expect(walk, 'other teams', await page.getByText('An incident of another team').count(), 0);
  await page.getByRole('link', { name: `My teams ${all}`, exact: true }).waitFor();
  const indexes = await page
    .locator('[role=rowgroup] [role=row]')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))));
  expect(
    walk,
    'the indexes of rows',
    indexes,
    indexes.map((_, index) => index + 2),
  );
  await inspect(walk, page, 'day-teams', walk.folder);
}

/** A hold of a new incident by two keys ends by itself, and its timeline names who had set it. */
async function snooze(walk: Day, id: string): Promise<void> {
  const { page } = walk.ada;
  const index = await rowOf(page, id).getAttribute('aria-rowindex');
  for (let row = 2; row < Number(index); row += 1) await page.keyboard.press('j');
  const y = (await rowOf(page, id).boundingBox())?.y;
  await page.keyboard.press('H');
  await dialog(page).locator(':focus').waitFor();
  // The question is asked at a cell, which a narrow screen hides.
  await inspect(walk, page, 'day-snooze', walk.folder, wideScreens);
  await page.keyboard.press('1');
  await rowOf(page, id).getByText('Back').waitFor();
  const held = await read(walk, id);
  expect(walk, 'the state', held.state, 'on_hold');
  const inMinutes = (Date.parse(held.on_hold_until) - Date.now()) / 60_000;
  if (inMinutes < 55 || inMinutes > 60) walk.faults.push(`the hold lasts ${inMinutes} minutes`);
  expect(walk, 'the place of the row', (await rowOf(page, id).boundingBox())?.y, y);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await page.locator('header').getByText('On hold, back').waitFor();
  await page.getByRole('button', { name: /^On hold until: .*, edit$/ }).waitFor();
  await inspect(walk, page, 'day-held', walk.folder);
  const body = { on_hold_until: new Date(Date.now() + 2000).toISOString() };
  await walk.console.instance.call('PATCH', `/incidents/${id}`, {
    body,
    as: 'agent',
    email: walk.ada.email,
  });
  await page.getByText('Came back by itself, as ada had set').waitFor();
  await page.locator('header').getByText('In progress', { exact: true }).waitFor();
  expect(walk, 'the state afterwards', (await read(walk, id)).state, 'in_progress');
}

/** A row whose clock breaches stays among the running ones until the list is reloaded. */
async function breachWhileOpen(walk: Day, id: string): Promise<void> {
  const { page } = walk.ada;
  await breachIn(walk, id, 12);
  await page.goto(`${walk.console.url}/console/`);
  await rowOf(page, id).waitFor();
  const y = (await rowOf(page, id).boundingBox())?.y;
  if (!(await sectionOf(page, id))?.startsWith('Running')) walk.faults.push('it does not run');
  await rowOf(page, id)
    .getByRole('img', { name: /^SLA breached/ })
    .waitFor();
  expect(walk, 'the place of the row', (await rowOf(page, id).boundingBox())?.y, y);
  if (!(await sectionOf(page, id))?.startsWith('Running')) walk.faults.push('the row has moved');
  await page.keyboard.press('R');
  await waitFor('the section of the row', async () =>
    (await sectionOf(page, id))?.startsWith('Breached') ? true : undefined,
  );
}

/** A hold until the reply of the requester ends with it. */
async function waitForReply(walk: Day, id: string): Promise<void> {
  const { page } = walk.ada;
  await openRecord(walk.ada, walk, id);
  await page.keyboard.press('H');
  await dialog(page).getByRole('button', { name: 'When bo replies' }).waitFor();
  await dialog(page).locator(':focus').waitFor();
  await page.keyboard.press('5');
  await page.locator('header').getByText('On hold', { exact: true }).waitFor();
  const { on_hold_reason, on_hold_until } = await read(walk, id);
  expect(walk, 'the hold', [on_hold_reason, on_hold_until], ['awaiting_caller', null]);
  await page.keyboard.press('z');
  await page.locator('header').getByText('In progress', { exact: true }).waitFor();
}

/** A manager has the approvals in the rail, in the list and in the inbox; an agent has none of them. */
async function approve(walk: Day): Promise<void> {
  const { call } = walk.console.instance;
  const body = { short_description: 'Replace the certificate', type: 'normal', risk: 'low' };
  const author = { as: 'agent', email: walk.ada.email } as const;
  const { body: change } = await call('POST', '/changes', { ...author, body });
  await call('POST', `/changes/${change.id}/submit`, author);
  const { page } = walk.helen;
  const inRail = page.getByRole('link', { name: 'Waits for my approval 1' });
  await inRail.waitFor();
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Waits for my approval 1' }).click();
  await title(page).filter({ hasText: 'Waits for my approval' }).waitFor();
  await page.getByRole('row').filter({ hasText: change.id }).waitFor();
  expect(walk, 'the rows', await page.locator('[role=rowgroup] [role=row]').count(), 1);
  await inspect(walk, page, 'day-approvals', walk.folder);
  await call('POST', `/changes/${change.id}/approve`, {
    as: 'itsm_manager',
    email: walk.helen.email,
  });
  await page.getByRole('link', { name: 'Waits for my approval 0' }).first().waitFor();
  const ofAgent = walk.ada.page.getByRole('link', { name: 'Waits for my approval' });
  expect(walk, 'the approvals of an agent', await ofAgent.count(), 0);
}

export async function proveDay(folder: string | undefined): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const group = { name: TEAM, members: ['ada@example.com'] };
    await console.instance.call('POST', '/groups', { as: 'super_admin', body: group });
    const ada = await console.signIn('ada');
    const bo = await console.signIn('bo');
    const helen = await console.signIn('helen', 'itsm_manager');
    const walk: Day = { console, ada, bo, helen, faults, folder };
    const ids: string[] = [];
    for (const priority of ['P1', 'P2', 'P3', 'P4', 'P4'])
      ids.push(
        await create(walk, {
          short_description: `${priority} of my team`,
          priority,
          assignment_group: TEAM,
          requester: bo.email,
        }),
      );
    const [late = '', soon = '', snoozed = '', awaited = '', held = ''] = ids;
    await create(walk, {
      short_description: 'An incident of another team',
      assignment_group: 'Network',
    });
    await breachIn(walk, late, -600);
    for (const state of ['in_progress', 'on_hold'])
      await console.instance.call('PATCH', `/incidents/${held}`, { body: { state } });
    const parts = {
      teams: () => showTeams(walk, ids),
      snooze: () => snooze(walk, snoozed),
      breach: () => breachWhileOpen(walk, soon),
      reply: () => waitForReply(walk, awaited),
      approvals: () => approve(walk),
    };
    for (const [name, part] of Object.entries(parts))
      await part().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    faults.push(...ada.faults, ...bo.faults, ...helen.faults);
    return { figures: { parts: Object.keys(parts).length }, faults };
  } finally {
    await console.stop();
  }
}
