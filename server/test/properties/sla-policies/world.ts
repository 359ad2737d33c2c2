// A random world has policies with calendars in zones whose clocks change, in several versions, and a record.
import type { Random } from '../../support/random.ts';
import { drawCalendar } from '../calendars/draw.ts';
import type { NaiveCalendar } from '../calendars/naive.ts';
import { clockChanges, MINUTE_MS } from '../calendars/wall-clock.ts';

export const metrics = ['first_response', 'update', 'resolution'] as const;
export type Metric = (typeof metrics)[number];

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];
export const categories = ['network', 'software', 'hardware'] as const;
export const reasons = [
  'awaiting_caller',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
] as const;

export interface DrawnPolicy {
  id: string;
  /** Null applies to any. */
  priorities: readonly string[] | null;
  categories: readonly string[] | null;
  /** The place of its calendar; null: round the clock. */
  calendar: number | null;
  /** Targets are in minutes. */
  targets: Readonly<Record<Metric, Readonly<Partial<Record<Priority, number>>>>>;
  pause: Readonly<Record<Metric, readonly string[]>>;
}

export interface Definitions {
  policies: readonly DrawnPolicy[];
  calendars: readonly NaiveCalendar[];
}

export interface World {
  type: 'incident' | 'request';
  from: number;
  /** Steps have smaller minutes than this. */
  minutes: number;
  /** The later ones are saved one after another. */
  versions: readonly Definitions[];
}

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;
const ZONES = Intl.supportedValuesOf('timeZone');
/** Their clocks change at odd hours, by half an hour or two hours, or around a month of fasting. */
const oddZones = [
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/Havana',
  'Asia/Gaza',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'America/Scoresbysund',
  'Asia/Tehran',
];
const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

const cachedChanges = new Map<string, number[]>();
function changesOf(zone: string): number[] {
  const known = cachedChanges.get(zone) ?? clockChanges(zone, YEAR.from, YEAR.to);
  cachedChanges.set(zone, known);
  return known;
}

const some = <T>(random: Random, values: readonly T[], share = 0.5): T[] =>
  values.filter(() => random.chance(share));

/** Targets are whole minutes, and so are three quarters of them. */
const drawTarget = (random: Random): number =>
  4 * (1 + random.below(random.pick([10, 120, 600, 2400])));

const drawTargets = (random: Random, share: number): DrawnPolicy['targets'][Metric] =>
  random.chance(share)
    ? Object.fromEntries(some(random, priorities, 0.85).map((one) => [one, drawTarget(random)]))
    : {};

function drawPolicy(random: Random, id: string, calendars: number): DrawnPolicy {
  return {
    id,
    priorities: random.chance(0.4) ? some(random, priorities) : null,
    categories: random.chance(0.4) ? some(random, categories) : null,
    calendar: random.chance(0.7) ? random.below(calendars) : null,
    targets: {
      first_response: drawTargets(random, 0.6),
      update: drawTargets(random, 0.6),
      resolution: drawTargets(random, 0.85),
    },
    pause: {
      first_response: random.chance(0.5) ? [] : some(random, reasons),
      update: random.chance(0.5) ? ['awaiting_caller'] : some(random, reasons),
      resolution: random.chance(0.5) ? [...reasons] : some(random, reasons),
    },
  };
}

/** Somebody replaces a policy or a calendar, moves a policy to the front, or switches one off. */
function change(random: Random, one: Definitions, drawOne: () => NaiveCalendar): Definitions {
  const { policies, calendars } = one;
  const at = random.below(policies.length);
  const changed = random.below(4);
  if (changed === 0)
    return { policies, calendars: calendars.with(random.below(calendars.length), drawOne()) };
  const policy = policies[at];
  if (!policy) return one;
  if (changed === 1)
    return {
      calendars,
      policies: policies.with(at, drawPolicy(random, policy.id, calendars.length)),
    };
  const others = policies.toSpliced(at, 1);
  return { calendars, policies: changed === 2 ? [policy, ...others] : others };
}

export function drawWorld(random: Random, maxDays: number): World {
  const isOdd = random.chance(0.7);
  const zone = random.pick(isOdd ? oddZones : ZONES);
  const minutes = (1 + random.below(maxDays)) * DAY_MINUTES;
  const changes = isOdd ? changesOf(zone) : [];
  const near = changes.length > 0 ? random.pick(changes) - random.below(minutes) * MINUTE_MS : 0;
  const drawn = near || YEAR.from + random.next() * (YEAR.to - YEAR.from);
  const from = Math.floor(drawn / 3_600_000) * 3_600_000;
  const drawOne = () => drawCalendar(random, zone, from, from + minutes * MINUTE_MS + DAY_MS);
  const calendars = Array.from({ length: 1 + random.below(2) }, drawOne);
  const policies = Array.from({ length: 1 + random.below(3) }, (_, at) =>
    drawPolicy(random, `slp_${at}`, calendars.length),
  );
  const versions: Definitions[] = [{ policies, calendars }];
  while (random.chance(0.35) && versions.length < 4)
    versions.push(change(random, versions.at(-1) as Definitions, drawOne));
  return { type: random.chance(0.75) ? 'incident' : 'request', from, minutes, versions };
}
