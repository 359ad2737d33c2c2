// Plans the history of the demonstration's incidents up to now, without a database.
import type { Role } from '../identity/index.ts';
import type { IncidentCreate, IncidentUpdate } from '../incidents/index.ts';
import type { NoteCreate } from '../records/index.ts';
import {
  type Group,
  groups,
  MONITORING,
  type Priority,
  requesters,
  sites,
  storm,
  incidentTemplates,
} from './demo.estate.ts';
import { type Random, seededRandom } from './demo.random.ts';

interface Person {
  name: string;
  role: Role;
}

/** One request at one time, on the `incident`-th incident. */
export type Step = { incident: number; at: number; by: Person } & Action;

type Action = { create: IncidentCreate } | { update: IncidentUpdate } | { note: NoteCreate };

const INCIDENTS = 300;
const STORM = 20;
const SEED = 20_261_115;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS_BACK = 120 * DAY;
/** Longer ago than the target of a P1, so that P1 incidents still open have breached it. */
const STORM_AGE = 5 * HOUR;

const hours: Record<Priority, number> = { P1: 4, P2: 8, P3: 24, P4: 72 };
const holdReasons = [
  'awaiting_caller',
  'awaiting_vendor',
  'awaiting_change',
  'awaiting_problem',
] as const;

const agent = (name: string): Person => ({ name, role: 'agent' });
const requester = (name: string): Person => ({ name, role: 'requester' });
const monitoring = agent(MONITORING);
export const addressOf = ({ name }: Person): string => `${name}@example.com`;

/** The history of one incident. Steps after `now` are omitted. */
class History {
  readonly steps: { at: number; by: Person; action: Action }[] = [];
  readonly #now: number;
  #at: number;

  constructor(now: number, openedAt: number, by: Person, create: IncidentCreate) {
    this.#now = now;
    this.#at = openedAt;
    this.steps.push({ at: openedAt, by, action: { create } });
  }

  after(waitMs: number, by: Person, action: Action): this {
    this.#at += Math.round(waitMs);
    if (this.#at < this.#now) this.steps.push({ at: this.#at, by, action });
    return this;
  }
}

const priorityOf = (random: Random, likely: readonly Priority[]): Priority => {
  const index = Math.min(Math.floor(random.next() ** 2 * likely.length), likely.length - 1);
  return likely[index] ?? 'P3';
};

/** Adds the steps from in_progress to resolved, with an optional hold; one incident in six breaches its target. */
function work(
  history: History,
  random: Random,
  group: Group,
  priority: Priority,
  report: Report,
): History {
  const by = agent(random.pick(groups[group]));
  const target = hours[priority] * HOUR;
  const isLate = random.chance(1 / 6);
  history.after(target * random.between(0.02, 0.15), by, {
    update: { state: 'in_progress', assigned_to: addressOf(by) },
  });
  const isNotedApart = random.chance(0.3);
  if (isNotedApart) {
    history.after(target * random.between(0.05, 0.2), by, { note: { body: report.finding } });
  }
  if (random.chance(0.3)) {
    const reason = random.pick(holdReasons);
    history.after(5 * MINUTE, by, { update: { state: 'on_hold', on_hold_reason: reason } });
    if (reason === 'awaiting_caller') {
      history.after(MINUTE, by, {
        note: { body: 'Could you tell us **when** it last worked?', visibility: 'public' },
      });
    }
    history.after(random.between(2, 60) * HOUR, by, { update: { state: 'in_progress' } });
  }
  history.after(target * (isLate ? random.between(1, 2) : random.between(0.1, 0.5)), by, {
    update: {
      state: 'resolved',
      resolution: report.resolution,
      ...(!isNotedApart && { work_note: report.finding }),
    },
  });
  return history;
}

interface Report {
  finding: string;
  resolution: string;
}

function ordinary(random: Random, now: number, openedAt: number): History {
  const template = random.pick(incidentTemplates);
  const { group, category, subcategory, description, ci } = template;
  const priority = priorityOf(random, template.priorities);
  const by = template.isReportedByMonitoring ? monitoring : requester(random.pick(requesters));
  const lead = agent(groups[group][0]);
  const history = new History(now, openedAt, by, {
    short_description: template.title.replace('{site}', random.pick(sites)),
    description,
    priority,
    category,
    subcategory,
    assignment_group: group,
    ...(ci && { ci_id: ci }),
  });
  if (by !== monitoring && random.chance(0.07)) {
    return history.after(random.between(5, 50) * MINUTE, by, { update: { state: 'cancelled' } });
  }
  work(history, random, group, priority, template);
  if (by !== monitoring && random.chance(0.08)) {
    history.after(random.between(1, 20) * HOUR, by, { update: { state: 'reopened' } });
    history.after(MINUTE, by, { note: { body: 'It is back, sorry.', visibility: 'public' } });
    work(history, random, group, priority, template);
  }
  history.after(random.between(1, 5) * DAY, lead, { update: { state: 'closed' } });
  return history;
}

/** The states of the incidents of the storm. */
const stormStates = ['in_progress', 'in_progress', 'resolved', 'new', 'on_hold'] as const;

function stormy(random: Random, now: number, openedAt: number, n: number): History {
  const { ci, change, group, category, subcategory, titles, description } = storm;
  const by = n % 2 === 0 ? monitoring : requester(random.pick(requesters));
  const team = groups[group];
  const fixer = agent(team[n % team.length] ?? team[0]);
  const history = new History(now, openedAt, by, {
    short_description: titles[n % titles.length] ?? titles[0] ?? '',
    description,
    priority: n < 8 || n % 3 === 0 ? 'P1' : 'P2',
    impact: 'high',
    urgency: 'high',
    category,
    subcategory,
    assignment_group: group,
    ci_id: ci,
    change_id: change,
  });
  const state = stormStates[n % stormStates.length];
  if (state === 'new') return history;
  history.after(random.between(5, 25) * MINUTE, fixer, {
    update: { state: 'in_progress', assigned_to: addressOf(fixer) },
  });
  history.after(10 * MINUTE, fixer, { note: { body: storm.finding, visibility: 'team' } });
  if (n === 0) {
    const lead = agent(team[0]);
    history.after(MINUTE, lead, { note: { body: storm.privateThought, visibility: 'private' } });
    history.after(MINUTE, lead, {
      note: {
        body: '**We know about it** and are rolling the change back. Next news in 30 minutes.',
        visibility: 'public',
      },
    });
  }
  if (state === 'on_hold') {
    history.after(15 * MINUTE, fixer, {
      update: { state: 'on_hold', on_hold_reason: 'awaiting_change' },
    });
  }
  if (state === 'resolved') {
    history.after(random.between(60, 150) * MINUTE, fixer, {
      update: { state: 'resolved', resolution: storm.resolution },
    });
  }
  return history;
}

/** All steps in chronological order, so that ids, events and audit entries ascend with time. */
export function makeStory(now: Date): Step[] {
  const end = now.getTime();
  const ordinaryCount = INCIDENTS - STORM;
  const histories = Array.from({ length: INCIDENTS }, (_, n) => {
    // Each incident has its own generator, so that changing one history does not affect the others.
    const random = seededRandom(SEED + n);
    const place = n + random.next();
    if (n >= ordinaryCount) {
      const openedAt = end - STORM_AGE + (HOUR * (place - ordinaryCount)) / STORM;
      return stormy(random, end, Math.round(openedAt), n - ordinaryCount);
    }
    // Squared, so that most incidents are recent.
    const age = 5 * MINUTE + MONTHS_BACK * (1 - place / ordinaryCount) ** 2;
    return ordinary(random, end, Math.round(end - age));
  });
  return histories
    .flatMap(({ steps }, incident) =>
      steps.map(({ at, by, action }) => ({ incident, at, by, ...action })),
    )
    .toSorted((a, b) => a.at - b.at);
}
