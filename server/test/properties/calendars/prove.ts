// Calendars agree with a model that counts minutes: around each change of a clock, and over random histories.
import { dueAt, isOpen, openHours, openTime } from '../../../src/calendars/time/open-hours.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { drawCalendar } from './draw.ts';
import {
  type NaiveCalendar,
  naiveDueAt,
  naiveOpenTime,
  type NaiveWindow,
  openMinutes,
} from './naive.ts';
import { clockChanges, localMinutes, MINUTE_MS } from './wall-clock.ts';

export interface CalendarSizes {
  /** Zones whose changes are compared; above their number, all. */
  zones: number;
  /** Changes of each zone, drawn from all. */
  changes: number;
  /** Changes by which a zone skipped a day. */
  skipped: number;
  /** Each random calendar has a history. */
  calendars: number;
  seed: number;
}

/** The subject answers the questions that the model answers. */
export interface Answers {
  isOpen: (instant: number) => boolean;
  openTime: (from: number, to: number) => number;
  dueAt: (from: number, amount: number) => number | null;
}
export type Subject = (calendar: NaiveCalendar) => Answers;

export const calendarsOfServer: Subject = (calendar) => {
  const hours = openHours(calendar as unknown as Parameters<typeof openHours>[0]);
  return {
    isOpen: (instant) => isOpen(hours, instant),
    openTime: (from, to) => openTime(hours, from, to),
    dueAt: (from, amount) => dueAt(hours, from, amount),
  };
};

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAY_HOURS = 24;
const WINDOW_DAYS = 14;
const MAX_HISTORY_DAYS = 60;
const MAX_SPANS = 8;
/** A fault of the subject gives a difference at nearly every minute. */
const MAX_FAULTS = 100;
const YEARS = { from: Date.UTC(2020, 0, 1), to: Date.UTC(2030, 0, 1) };

/** These zones skip a whole day. */
const skippedDays: [zone: string, at: number][] = [
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
  ['Pacific/Fakaofo', Date.UTC(2011, 11, 30, 11)],
  ['Pacific/Kwajalein', Date.UTC(1993, 7, 21, 12)],
];

const iso = (instant: number | null | undefined): string =>
  typeof instant === 'number' ? new Date(instant).toISOString() : String(instant);

class Comparison {
  readonly faults: string[] = [];
  checks = 0;
  differences = 0;
  readonly #random: Random;
  readonly #subject: Subject;
  constructor(random: Random, subject: Subject) {
    this.#random = random;
    this.#subject = subject;
  }

  #compare(calendar: NaiveCalendar, question: () => string, got: unknown, expected: unknown): void {
    this.checks += 1;
    if (got === expected) return;
    this.differences += 1;
    if (this.faults.length === MAX_FAULTS) return;
    this.faults.push(
      `${calendar.time_zone}: ${question()} is ${String(got)}, not ${String(expected)}; ${JSON.stringify(calendar)}`,
    );
  }

  #draw(zone: string, from: number, days: number): [NaiveCalendar, NaiveWindow] {
    const calendar = drawCalendar(this.#random, zone, from, from + days * DAY_MS);
    return [
      calendar,
      { from, open: openMinutes(calendar, localMinutes(zone, from, days * DAY_HOURS)) },
    ];
  }

  /** Asks at every minute, and for every amount of whole minutes. */
  compareAround(zone: string, change: number): void {
    const from = Math.floor(change / HOUR_MS) * HOUR_MS - (WINDOW_DAYS / 2) * DAY_MS;
    const [calendar, { open }] = this.#draw(zone, from, WINDOW_DAYS);
    const subject = this.#subject(calendar);
    let counted = 0;
    for (const [minute, isOpenThen] of open.entries()) {
      const at = from + minute * MINUTE_MS;
      this.#compare(calendar, () => `open at ${iso(at)}`, subject.isOpen(at), isOpenThen);
      if (isOpenThen) counted += 1;
      const amount = counted * MINUTE_MS;
      const end = at + MINUTE_MS;
      this.#compare(
        calendar,
        () => `open time from ${iso(from)} to ${iso(end)}`,
        subject.openTime(from, end),
        amount,
      );
      if (isOpenThen)
        this.#compare(
          calendar,
          () => `due ${amount} ms after ${iso(from)}`,
          subject.dueAt(from, amount),
          end,
        );
    }
  }

  /** A clock runs and is halted at random instants; its target is due in one of its spans, or after all. */
  compareHistory(zone: string): void {
    const random = this.#random;
    const days = 1 + random.below(MAX_HISTORY_DAYS);
    const latest = YEARS.to - days * DAY_MS;
    const drawn = YEARS.from + random.next() * (latest - YEARS.from);
    const leapDay = Date.UTC(random.pick([2020, 2024, 2028]), 1, 29 - random.below(days));
    const from = Math.floor((random.chance(0.1) ? leapDay : drawn) / DAY_MS) * DAY_MS;
    const [calendar, window] = this.#draw(zone, from, days);
    const subject = this.#subject(calendar);
    const end = from + days * DAY_MS;
    const drawInstant = () => {
      const at = from + Math.floor(random.next() * (end - from));
      return random.chance(0.5) ? Math.floor(at / MINUTE_MS) * MINUTE_MS : at;
    };
    const instants = Array.from({ length: 2 * (1 + random.below(MAX_SPANS)) }, drawInstant);
    const sorted = instants.toSorted((a, b) => a - b);
    for (const at of instants) {
      const isOpenThen = window.open[Math.floor((at - from) / MINUTE_MS)];
      this.#compare(calendar, () => `open at ${iso(at)}`, subject.isOpen(at), isOpenThen);
    }
    const spans = sorted.flatMap((begin, at) =>
      at % 2 === 0 ? [[begin, sorted[at + 1] ?? end] as const] : [],
    );
    const expected = spans.map(([begin, stop]) => naiveOpenTime(window, begin, stop));
    for (const [at, [begin, stop]] of spans.entries())
      this.#compare(
        calendar,
        () => `open time from ${iso(begin)} to ${iso(stop)}`,
        subject.openTime(begin, stop),
        expected[at],
      );
    const total = expected.reduce((sum, open) => sum + open, 0);
    let rest = Math.floor(random.next() * total * 1.1);
    for (const [at, [begin]] of spans.entries()) {
      const isLast = at === spans.length - 1;
      if (rest > (expected[at] ?? 0) && !isLast) {
        rest -= expected[at] ?? 0;
        continue;
      }
      const due = naiveDueAt(window, begin, rest);
      if (due !== undefined)
        this.#compare(
          calendar,
          () => `due ${rest} ms after ${iso(begin)}`,
          iso(subject.dueAt(begin, rest)),
          iso(due),
        );
      break;
    }
  }
}

export function compareCalendars(
  { zones, changes, skipped, calendars, seed }: CalendarSizes,
  subject: Subject = calendarsOfServer,
): Report {
  const random = randomFrom(seed);
  const comparison = new Comparison(random, subject);
  const all = Intl.supportedValuesOf('timeZone');
  let compared = 0;
  for (const zone of random.shuffle(all).slice(0, zones)) {
    const found = random.shuffle(clockChanges(zone, YEARS.from, YEARS.to)).slice(0, changes);
    for (const change of found) comparison.compareAround(zone, change);
    compared += found.length;
  }
  const days = skippedDays.slice(0, skipped);
  for (const [zone, at] of days) comparison.compareAround(zone, at);
  for (let at = 0; at < calendars; at += 1) comparison.compareHistory(random.pick(all));
  const { faults, checks, differences } = comparison;
  return {
    figures: {
      zones: Math.min(zones, all.length),
      changes: compared + days.length,
      calendars,
      checks,
      differences,
    },
    faults,
    goals: [atMost('differences', differences, 0)],
  };
}

export const proveCalendars = (sizes: Record<string, number>): Promise<Report> =>
  Promise.resolve(compareCalendars(sizes as unknown as CalendarSizes));
