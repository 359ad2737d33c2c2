// By keyboard only, in Chromium: a manager makes the office hours of Munich with its holidays from pasted lines, and sees in
// the next days how they will count, before and after they are saved.
import type { Locator, Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole, type Person } from '../console-browser.ts';
import { Keyboard } from './tasks/keyboard.ts';
import { expect, inspect, type Walk, waitFor } from './walks.ts';

const NAME = 'Office hours of Munich';
const PATH = '/console/admin/calendars';
const DAY_MS = 86_400_000;

interface CalendarWalk extends Walk {
  /** Screenshots are written here; undefined for none. */
  folder: string | undefined;
}

/** The second working day from tomorrow is among the next days, whatever day it is. */
function nextHoliday(): string {
  const days = Array.from({ length: 5 }, (_, at) => new Date(Date.now() + (at + 2) * DAY_MS));
  const workday = days.find((day) => ![0, 6].includes(day.getUTCDay()));
  return (workday ?? new Date()).toISOString().slice(0, 10);
}

/** The holidays are those of next year, as people copy them; the last line has a wrong month. */
function holidays(): string[] {
  const year = new Date().getUTCFullYear() + 1;
  return [
    `${nextHoliday()} Founding day`,
    `${year}-01-01 New Year's Day`,
    `${year}-01-06 Epiphany`,
    `01.05.${year} Labour Day`,
    `${year}-12-24 Christmas Eve 08:00-12:00`,
    `${year}-12-25 Christmas Day`,
    `${year}-13-26 St Stephen's Day`,
  ];
}

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

const days = (page: Page): Locator =>
  page.getByRole('list', { name: '14 days as they will count' });

/** The picker finds Munich's zone by its city. */
async function nameAndZone(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await page.goto(`${walk.console.url}${PATH}`);
  await page.getByRole('heading', { name: 'There are no calendars' }).waitFor();
  await inspect(walk, page, 'calendars-none', walk.folder);
  await page.getByRole('heading', { level: 1 }).focus();
  await hand.activate(button(page, 'New calendar').first());
  await page
    .getByRole('textbox', { name: 'Name', exact: true })
    .and(page.locator(':focus'))
    .waitFor();
  await hand.write(NAME);
  await hand.activate(page.getByRole('button', { name: /^Time zone/ }));
  await hand.write('berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor();
  await hand.press('Enter');
  await page.getByRole('button', { name: /^Time zone Europe\/Berlin/ }).waitFor();
}

const time = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });

/** Monday has a break at noon, all workdays get its hours, Friday ends earlier, and Saturday night is on call. */
async function setWeek(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await hand.tabTo(time(page, 'Monday from'));
  await hand.write('8');
  await hand.press('Tab');
  await hand.write('12');
  await hand.activate(button(page, 'Add hours on Monday'));
  await time(page, 'Monday, part 2, from').and(page.locator(':focus')).waitFor();
  await hand.write('11');
  await hand.press('Tab', 'Tab');
  await page.getByText('The hours of a day must not overlap.').waitFor();
  await inspect(walk, page, 'calendar-overlap', walk.folder);
  await hand.tabTo(time(page, 'Monday, part 2, from'), 'Shift+Tab');
  await hand.write('13');
  await page.getByText('The hours of a day must not overlap.').waitFor({ state: 'detached' });
  await hand.activate(button(page, 'Copy Monday to Tue–Fri'));
  await hand.tabTo(time(page, 'Friday, part 2, to'), 'Shift+Tab');
  await hand.write('1530');
  await hand.activate(button(page, 'Open Saturday'));
  await time(page, 'Saturday from').and(page.locator(':focus')).waitFor();
  await hand.write('20');
  await hand.press('Tab');
  await hand.write('24');
  await hand.press('Tab');
  expect(walk, '24:00', await time(page, 'Saturday to').inputValue(), '24:00');
}

/** One of the pasted lines is wrong, and stays until it is corrected. */
async function pasteHolidays(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await hand.activate(button(page, 'Paste many dates'));
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.insertText(holidays().join('\n'));
  await page.getByText('does not begin with a date').waitFor();
  await inspect(walk, page, 'calendar-pasted', walk.folder);
  await hand.activate(button(page, 'Add 6 dates'));
  const rows = page.getByRole('list', { name: 'Dates with other hours' });
  await rows.getByText('Epiphany').waitFor();
  expect(walk, 'dates', await rows.getByRole('listitem').count(), 6);
  await hand.tabTo(page.locator('textarea'), 'Shift+Tab');
  await hand.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace');
  await page.keyboard.insertText('2');
  await hand.activate(button(page, 'Add 1 date'));
  await rows.getByText('St Stephen').waitFor();
  await hand.tabTo(button(page, 'Remove Labour Day'), 'Shift+Tab');
  await hand.press('Enter');
  await rows.getByText('Labour Day').waitFor({ state: 'detached' });
}

async function save(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  const holiday = days(page).getByRole('listitem').filter({ hasText: 'Founding day' });
  await holiday.getByText('closed').waitFor();
  await days(page).scrollIntoViewIfNeeded();
  await inspect(walk, page, 'calendar-days', walk.folder);
  await hand.activate(button(page, 'Create the calendar'));
  await page.getByText(`${NAME} is saved.`).waitFor();
  await page.getByRole('form', { name: `Calendar ${NAME}` }).waitFor();
  await holiday.getByText('closed').waitFor();
  await inspect(walk, page, 'calendar-saved', walk.folder);
  const { body: list } = await walk.console.instance.call('GET', '/calendars');
  const { body } = await walk.console.instance.call('GET', `/calendars/${list.data[0].id}`);
  expect(walk, 'the zone', body.time_zone, 'Europe/Berlin');
  expect(walk, 'Thursday', body.weekly.thu, [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ]);
  expect(walk, 'Friday', body.weekly.fri.at(-1), ['13:00', '15:30']);
  expect(walk, 'Saturday', body.weekly.sat, [['20:00', '24:00']]);
  expect(walk, 'stored dates', body.exceptions.length, 6);
  expect(walk, 'the first date', body.exceptions[0].name, 'Founding day');
}

/** Clocks change twice a year, and this is more than a year. */
const MAX_MOVES = 27;

/** Later days are shown until one of them has a change of the clock. */
async function seeClockChange(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  await hand.tabTo(button(page, '14 days later'), 'Shift+Tab');
  const [first, change] = [
    days(page).getByRole('listitem').first(),
    days(page).getByText('clocks go'),
  ];
  for (let moves = 0; moves < MAX_MOVES && (await change.count()) === 0; moves += 1) {
    const before = await first.innerText();
    await hand.press('Enter');
    await waitFor('later days', async () =>
      (await first.innerText()) === before ? undefined : true,
    );
  }
  expect(walk, 'changes of the clock', await change.count(), 1);
  await inspect(walk, page, 'calendar-clock', walk.folder);
  await hand.activate(button(page, 'From today'));
  await days(page).getByText('Founding day').waitFor();
}

/** Somebody else renames the calendar meanwhile; both changes stay. */
async function saveBoth(walk: CalendarWalk, hand: Keyboard): Promise<void> {
  const { page } = hand;
  const { instance } = walk.console;
  const { id } = (await instance.call('GET', '/calendars')).body.data[0];
  await instance.call('PATCH', `/calendars/${id}`, { body: { name: 'Munich' } });
  await hand.activate(button(page, 'Open Sunday'), 'Shift+Tab');
  await hand.activate(button(page, 'Save'));
  await page.getByText('someone else changed this').waitFor();
  await inspect(walk, page, 'calendar-conflict', walk.folder);
  await hand.press('Enter');
  await page.getByText('Munich is saved.').waitFor();
  const { body } = await instance.call('GET', `/calendars/${id}`);
  expect(walk, 'both changes', [body.name, body.weekly.sun], ['Munich', [['09:00', '17:00']]]);
  await hand.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Mon to Thu 08:00–12:00, 13:00–17:00' }).waitFor();
  await inspect(walk, page, 'calendars', walk.folder);
}

export async function proveCalendars(folder?: string): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const manager: Person = await console.signIn('mia', 'itsm_manager', PATH);
    const walk: CalendarWalk = { console, ada: manager, bo: manager, faults, folder };
    const hand = new Keyboard(manager.page);
    await nameAndZone(walk, hand);
    await setWeek(walk, hand);
    await pasteHolidays(walk, hand);
    await save(walk, hand);
    const { keys, texts } = hand.effort;
    await seeClockChange(walk, hand);
    await saveBoth(walk, hand);
    faults.push(...manager.faults);
    return { figures: { keys, texts }, faults };
  } finally {
    await console.stop();
  }
}
