// By keyboard only, in Chromium: a manager gives P1 incidents targets round the clock, and all others targets in the office hours of
// Munich with its holidays. The effect on open incidents is seen before it is saved, and a new incident explains its times.
import type { Locator, Page } from 'playwright-core';
import { atMost, type Goal, type Report } from '../../../server/test/support/report.ts';
import { until } from '../../../server/test/support/processes.ts';
import { openConsole, type Person } from '../console-browser.ts';
import { actionsOf } from './tasks/hand.ts';
import { Keyboard } from './tasks/keyboard.ts';
import { allScreens, create, expect, inspect, openRecord, type Walk } from './walks.ts';

/** The issue asks for less than five minutes. */
const SECONDS = 300;

const OFFICE = 'Munich';
const CALENDARS = '/console/admin/calendars';
const IN_ORDER = '/sla-policies?sort=position&order=asc';
const HOUR = 3600;

interface PolicyWalk extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
}

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const waitForFocus = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(':focus')).waitFor();

function holidays(): string[] {
  const year = new Date().getUTCFullYear() + 1;
  return [
    `${year}-01-01 New Year's Day`,
    `${year}-01-06 Epiphany`,
    `${year}-05-01 Labour Day`,
    `${year}-12-25 Christmas Day`,
    `${year}-12-26 St Stephen's Day`,
  ];
}

/** The office opens from 8 to 17 on workdays, except on holidays, which are pasted. */
async function makeCalendar(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await page.goto(`${walk.console.url}${CALENDARS}`);
  await page.getByRole('heading', { name: 'There are no calendars' }).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await hand.activate(button(page, 'New calendar').first());
  await waitForFocus(page, field(page, 'Name'));
  await hand.write(OFFICE);
  await hand.activate(page.getByRole('button', { name: /^Time zone/ }));
  await hand.write('berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor();
  await hand.press('Enter');
  await hand.tabTo(field(page, 'Monday from'));
  await hand.write('8');
  await hand.activate(button(page, 'Copy Monday to Tue–Fri'));
  await hand.activate(button(page, 'Paste many dates'));
  await page.locator('textarea:focus').waitFor();
  // A paste is two keys, however long the text is.
  await hand.press('Shift');
  await hand.press('Shift');
  await page.keyboard.insertText(holidays().join('\n'));
  await hand.activate(button(page, 'Create the calendar'));
  await page.getByText(`${OFFICE} is saved.`).waitFor();
}

type Targets = Readonly<Record<string, string>>;

async function typeTargets(hand: Keyboard, targets: Targets): Promise<void> {
  for (const [label, text] of Object.entries(targets)) {
    await hand.tabTo(field(hand.page, label));
    await hand.write(text);
  }
}

async function beginPolicy(hand: Keyboard, name: string): Promise<void> {
  const { page } = hand;
  await page.getByRole('heading', { level: 1 }).focus();
  await hand.activate(button(page, 'New policy'));
  await waitForFocus(page, field(page, 'Name'));
  await hand.write(name);
}

/** The condition takes one key: a new row already says that the priority is P1. */
async function makeUrgent(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  // The navigation of administration is on the page of calendars.
  await page.getByRole('link', { name: 'SLA policies' }).focus();
  await hand.press('Tab', 'Shift+Tab', 'Enter');
  await page.getByRole('heading', { name: 'There are no SLA policies' }).waitFor();
  await inspect(walk, page, 'sla-policies-none', walk.folder);
  await beginPolicy(hand, 'P1 round the clock');
  await hand.activate(button(page, 'Add a condition'));
  await waitForFocus(page, field(page, 'Field of condition 1'));
  await hand.read(page.getByText('Priority is P1', { exact: true }));
  await typeTargets(hand, {
    'First response, P1': '15m',
    'Next update, P1': '1h',
    'Resolution, P1': '4h',
  });
  await inspect(walk, page, 'sla-policy-new', walk.folder);
  await hand.press('Enter');
  await page.getByText('P1 round the clock is saved.').waitFor();
  await hand.press('Escape');
  await page.getByRole('list', { name: 'SLA policies in their order' }).waitFor();
}

async function makeOffice(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await beginPolicy(hand, 'Office hours of Munich');
  await hand.tabTo(field(page, 'Hours that count'));
  await hand.press('M');
  await typeTargets(hand, {
    'First response, P2': '1h',
    'First response, P3': '4h',
    'First response, P4': '9h',
    'Next update, P2': '4h',
    'Next update, P3': '9h',
    'Resolution, P2': '9h',
    'Resolution, P3': '27h',
    'Resolution, P4': '45h',
  });
  await hand.activate(button(page, 'Preview effect'));
  const effect = await hand.read(page.getByText(/open records? computed/));
  if (!effect.startsWith('5 open records computed: 4 would have other targets'))
    walk.faults.push(`the preview says “${effect}”`);
  await page.getByRole('rowheader', { name: /Mail is late/ }).waitFor();
  await inspect(walk, page, 'sla-policy-preview', walk.folder);
  const { body } = await walk.console.instance.call('GET', IN_ORDER);
  expect(walk, 'policies after a preview', body.data.length, 1);
  await hand.activate(button(page, 'Create the policy'));
  await page.getByText('Office hours of Munich is saved.').waitFor();
  await inspect(walk, page, 'sla-policy-saved', walk.folder);
  await hand.press('Escape');
}

async function checkPolicies(walk: PolicyWalk): Promise<void> {
  const { instance } = walk.console;
  const calendar = (await instance.call('GET', '/calendars')).body.data[0];
  const { data } = (await instance.call('GET', IN_ORDER)).body;
  const [urgent, office] = data;
  expect(
    walk,
    'names',
    [urgent.name, office.name],
    ['P1 round the clock', 'Office hours of Munich'],
  );
  const { field: read, operator, value } = urgent.when.all[0];
  expect(walk, 'the condition', [read, operator, value], ['priority', 'eq', 'P1']);
  expect(walk, 'no condition', office.when, { all: [] });
  expect(walk, 'calendars', [urgent.calendar_id, office.calendar_id], [null, calendar.id]);
  const { first_response: reply, update, resolution } = urgent.targets;
  expect(walk, 'P1', [reply.P1, update.P1, resolution.P1], [900, HOUR, 4 * HOUR]);
  expect(walk, 'P3', office.targets.resolution.P3, 27 * HOUR);
  const { exceptions, weekly } = (await instance.call('GET', `/calendars/${calendar.id}`)).body;
  expect(walk, 'holidays', exceptions.length, 5);
  expect(walk, 'Friday', weekly.fri, [['08:00', '17:00']]);
}

/** Groups nest, values of several kinds are set, and a refusal of the service stands at its row. */
async function editCondition(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  const { instance } = walk.console;
  await hand.activate(button(page, 'P1 round the clock'), 'Shift+Tab');
  const form = page.getByRole('form', { name: 'SLA policy P1 round the clock' });
  await form.waitFor();
  const region = page.getByRole('region', { name: 'SLA policy' });
  await region.focus();
  await hand.activate(button(page, 'Add a group'));
  const group = page.getByRole('group', { name: 'Group 2' });
  await waitForFocus(page, field(page, 'How the parts of group 2 are joined'));
  await field(page, 'Field of condition 2.1').selectOption('category');
  await hand.tabTo(field(page, 'Value of condition 2.1'));
  await hand.write('network');
  await hand.activate(group.getByRole('button', { name: 'Add a condition' }));
  await waitForFocus(page, field(page, 'Field of condition 2.2'));
  await field(page, 'Field of condition 2.2').selectOption('created_at');
  await field(page, 'Comparison of condition 2.2').selectOption('out_of_hours');
  await hand.tabTo(field(page, 'Value of condition 2.2'));
  await hand.press('M');
  await hand.activate(group.getByRole('button', { name: 'Add a condition' }));
  await field(page, 'Comparison of condition 2.3').selectOption('in');
  await hand.tabTo(page.getByRole('checkbox', { name: 'P2' }));
  await hand.press('Space');
  const sentence =
    'Priority is P1 and (category is network or created at is outside the hours of Munich or priority is one of P1, P2)';
  await page.getByText(new RegExp(sentence.replaceAll(/[()]/g, String.raw`\$&`), 'i')).waitFor();
  await inspect(walk, page, 'sla-condition', walk.folder, allScreens);
  // The calendar that the row names is deleted meanwhile.
  const gone = (
    await instance.call('POST', '/calendars', {
      body: { name: 'Gone', time_zone: 'UTC', weekly: {} },
    })
  ).body;
  await page.reload();
  await form.waitFor();
  await hand.activate(button(page, 'Add a condition'));
  await field(page, 'Field of condition 2').selectOption('created_at');
  await field(page, 'Value of condition 2').selectOption(gone.id);
  await instance.call('DELETE', `/calendars/${gone.id}`);
  await hand.activate(button(page, 'Save'));
  const row = page.getByRole('listitem', { name: 'Condition 2' });
  await row.getByRole('alert').waitFor();
  await waitForFocus(page, field(page, 'Value of condition 2'));
  await inspect(walk, page, 'sla-condition-refused', walk.folder);
  await hand.activate(button(page, 'Remove condition 2'));
  await row.waitFor({ state: 'detached' });
  await waitForFocus(page, field(page, 'Field of condition 1'));
  await hand.press('Escape');
}

/** The order is changed by keys, and back. */
async function move(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  const { instance } = walk.console;
  const names = async () =>
    (await instance.call('GET', IN_ORDER)).body.data.map(({ name }: { name: string }) => name);
  const opener = button(page, 'Office hours of Munich');
  await opener.focus();
  await hand.press('Alt+ArrowUp');
  await until('the policy is first', async () => (await names())[0] === 'Office hours of Munich');
  await waitForFocus(page, opener);
  await hand.press('Alt+ArrowDown');
  await until('the policy is last', async () => (await names())[1] === 'Office hours of Munich');
  await inspect(walk, page, 'sla-policies', walk.folder, allScreens);
}

/** A closed day changes the times of open records, and the page of the calendar says so before. */
async function previewCalendar(walk: PolicyWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await page.goto(`${walk.console.url}${CALENDARS}`);
  await page.getByRole('row').filter({ hasText: OFFICE }).click();
  await page.getByRole('form', { name: `Calendar ${OFFICE}` }).waitFor();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await field(page, `${day} from`).fill('12:00');
  await hand.activate(button(page, 'Preview effect'));
  await page.getByText(/open records? computed: \d+ would have other targets/).waitFor();
  await page.getByRole('region', { name: 'Effect on open records' }).scrollIntoViewIfNeeded();
  await inspect(walk, page, 'calendar-effect', walk.folder);
}

/** The record says what is left of each clock, and why it has them. */
async function explain(walk: PolicyWalk): Promise<void> {
  const { ada, console, folder } = walk;
  const { page } = ada;
  const { instance } = console;
  const id = await create(walk, { short_description: 'The door reader is slow', priority: 'P3' });
  await openRecord(ada, walk, id);
  const clocks = page.getByRole('list', { name: 'SLA clocks' });
  await clocks.getByText('First response').waitFor();
  expect(walk, 'clocks', await clocks.getByRole('listitem').count(), 3);
  await page.getByText('Why these times').click();
  await page.getByText('it applies always').waitFor();
  await page.getByText('Its clocks count the open hours of “Munich”.').waitFor();
  await inspect(walk, page, 'sla-record', folder);
  const note = { body: 'We look at it.', visibility: 'public' };
  await instance.call('POST', `/incidents/${id}/notes`, { as: 'agent', body: note });
  await instance.call('PATCH', `/incidents/${id}`, { as: 'agent', body: { priority: 'P1' } });
  await page.getByText(/SLA policy “P1 round the clock” applies \(priority P1/).waitFor();
  await clocks.getByText(/met after/).waitFor();
  await instance.call('PATCH', `/incidents/${id}`, { as: 'agent', body: { state: 'in_progress' } });
  const hold = { state: 'on_hold', on_hold_reason: 'awaiting_vendor' };
  await instance.call('PATCH', `/incidents/${id}`, { as: 'agent', body: hold });
  await clocks.getByText('on hold, awaiting a vendor').waitFor();
  await inspect(walk, page, 'sla-record-held', folder, allScreens);
  await page.goto(`${console.url}/console/incidents/${id}?tab=sla`);
  await clocks.getByLabel('Resolution in detail').click();
  await clocks.getByText('Paused', { exact: true }).waitFor();
  await page.getByText('Why these times').click();
  await page.getByText('It is the first policy whose condition holds: priority is P1.').waitFor();
  await inspect(walk, page, 'sla-clocks', folder, allScreens);
}

/** The queue is sorted by whatever is due first, and says what it is. */
async function sortQueue(walk: PolicyWalk): Promise<void> {
  const { page } = walk.ada;
  await page.goto(
    `${walk.console.url}/console/incidents?state=new,in_progress&sort=next_target_at&order=asc`,
  );
  const first = page.getByRole('row').nth(1);
  await first.getByRole('img', { name: /^First response breach at/ }).waitFor();
  await first.getByText('Checkout answers 502').waitFor();
  const head = page.getByRole('columnheader', { name: 'SLA' });
  expect(walk, 'the order', await head.getAttribute('aria-sort'), 'ascending');
  await inspect(walk, page, 'sla-queue', walk.folder);
  await page.goto(`${walk.console.url}/console/incidents?state=new,in_progress`);
  await page
    .getByRole('img', { name: /^First response/ })
    .first()
    .waitFor();
  await inspect(walk, page, 'sla-queue-plain', walk.folder);
}

export async function proveSlaPolicies(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const manager: Person = await console.signIn('mia', 'itsm_manager', CALENDARS);
    const agent = await console.signIn('ada');
    const walk: PolicyWalk = { console, ada: agent, bo: manager, faults, folder };
    const titles = [
      'Checkout answers 502',
      'Mail is late',
      'Printer offline',
      'Badge reader stuck',
    ];
    for (const [at, short_description] of titles.entries())
      await create(walk, { short_description, priority: `P${at + 1}` });
    await create(walk, { short_description: 'Wiki is slow', priority: 'P3' });
    const hand = new Keyboard(manager.page);
    const fail = async (error: unknown) => {
      for (const [who, { page }] of folder === undefined ? [] : Object.entries({ manager, agent }))
        await page.screenshot({ path: `${folder}/failed-${who}.png` });
      throw error;
    };
    const setUp = async () => {
      await makeCalendar(walk, hand);
      await makeUrgent(walk, hand);
      await makeOffice(walk, hand);
      await checkPolicies(walk);
    };
    const use = async () => {
      await move(walk, hand);
      await editCondition(walk, hand);
      await previewCalendar(walk, hand);
      await explain(walk);
      await sortQueue(walk);
    };
    await setUp().catch(fail);
    const seconds = Math.round(hand.seconds);
    const { keys, clicks, texts } = hand.effort;
    const actions = actionsOf(hand.effort);
    await use().catch(fail);
    faults.push(...manager.faults, ...agent.faults);
    const goals: Goal[] = [atMost('seconds to set up both policies', seconds, SECONDS)];
    return { figures: { keys, clicks, texts, actions, estimated_seconds: seconds }, goals, faults };
  } finally {
    await console.stop();
  }
}
