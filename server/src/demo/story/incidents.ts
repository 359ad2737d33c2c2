import type { IncidentCreate, IncidentUpdate } from '../../incidents/index.ts';
import type { NoteCreate } from '../../records/index.ts';
import { sites } from '../data/cis.ts';
import { incidentTemplates, type Priority, storm } from '../data/incidents.ts';
import {
  addressOf,
  agent,
  type Group,
  groups,
  leadOf,
  monitoring,
  openerFor,
  type Person,
  requester,
  requesters,
} from '../data/people.ts';
import { DAY, HOUR, History, MINUTE, ref, type Step } from './history.ts';
import { type Random, seededRandom } from './random.ts';

interface IncidentInputs {
  create: IncidentCreate;
  update: IncidentUpdate;
  note: NoteCreate;
}
type IncidentHistory = History<IncidentInputs>;

const INCIDENTS = 300;
const STORM = 20;
const SEED = 20_261_115;
export const MONTHS_BACK = 120 * DAY;
/** The storm is older than the SLA target of a P1, so that open P1 incidents have breached it. */
export const STORM_AGE = 5 * HOUR;

const hours: Record<Priority, number> = { P1: 4, P2: 8, P3: 24, P4: 72 };
const holdReasons = [
  'awaiting_caller',
  'awaiting_vendor',
  'awaiting_change',
  'awaiting_problem',
] as const;

const keyOf = (n: number): string => `incident-${n}`;
export const stormKeys = Array.from({ length: STORM }, (_, n) => keyOf(INCIDENTS - STORM + n));

const priorityOf = (random: Random, likely: readonly Priority[]): Priority => {
  const index = Math.min(Math.floor(random.next() ** 2 * likely.length), likely.length - 1);
  return likely[index] ?? 'P3';
};

/** Adds the steps from in_progress to resolved, with an optional hold; one incident in six breaches its target. */
function addWork(
  history: IncidentHistory,
  random: Random,
  group: Group,
  priority: Priority,
  report: Report,
  caller: Person | undefined,
): IncidentHistory {
  const by = agent(random.pick(groups[group]));
  const target = hours[priority] * HOUR;
  const isLate = random.chance(1 / 6);
  history.after(target * random.between(0.02, 0.15), by, 'update', {
    state: 'in_progress',
    assigned_to: addressOf(by),
  });
  const isNotedApart = random.chance(0.3);
  if (isNotedApart) {
    history.after(target * random.between(0.05, 0.2), by, 'note', { body: report.finding });
  }
  if (random.chance(0.3)) {
    const reason = random.pick(holdReasons);
    history.after(5 * MINUTE, by, 'update', { state: 'on_hold', on_hold_reason: reason });
    if (reason === 'awaiting_caller') {
      history.after(MINUTE, by, 'note', {
        body: 'Could you tell us **when** it last worked?',
        visibility: 'public',
      });
    }
    const waitMs = random.between(2, 60) * HOUR;
    const answering = reason === 'awaiting_caller' ? caller : undefined;
    if (answering) {
      const body = 'On Monday it still worked.';
      history.after(waitMs, answering, 'note', { body, visibility: 'public' });
    }
    history.after(answering ? MINUTE : waitMs, by, 'update', { state: 'in_progress' });
  }
  history.after(target * (isLate ? random.between(1, 2) : random.between(0.1, 0.5)), by, 'update', {
    state: 'resolved',
    resolution: report.resolution,
    ...(!isNotedApart && { work_note: report.finding }),
  });
  return history;
}

interface Report {
  finding: string;
  resolution: string;
}

const newHistory = (
  n: number,
  now: number,
  openedAt: number,
  caller: Person | undefined,
  input: IncidentCreate,
): IncidentHistory =>
  new History<IncidentInputs>('incident', keyOf(n), now).at(
    openedAt,
    caller ? openerFor(caller, n) : monitoring,
    'create',
    { ...input, requester: caller ? addressOf(caller) : null },
  );

function planOrdinary(random: Random, n: number, now: number, openedAt: number): IncidentHistory {
  const template = random.pick(incidentTemplates);
  const { group, category, subcategory, description, ci } = template;
  const priority = priorityOf(random, template.priorities);
  const caller = template.isReportedByMonitoring ? undefined : requester(random.pick(requesters));
  const site = random.pick(sites);
  const history = newHistory(n, now, openedAt, caller, {
    short_description: template.title.replace('{site}', site.name),
    description,
    priority,
    category,
    subcategory,
    assignment_group: group,
    ...(ci && { ci_id: ref(ci.replace('{site}', site.key)) }),
  });
  if (caller && random.chance(0.07)) {
    return history.after(random.between(5, 50) * MINUTE, caller, 'update', { state: 'cancelled' });
  }
  addWork(history, random, group, priority, template, caller);
  if (caller && random.chance(0.08)) {
    history.after(random.between(1, 20) * HOUR, caller, 'update', { state: 'reopened' });
    history.after(MINUTE, caller, 'note', { body: 'It is back, sorry.', visibility: 'public' });
    addWork(history, random, group, priority, template, caller);
  }
  return history.after(random.between(1, 5) * DAY, leadOf(group), 'update', { state: 'closed' });
}

const stormStates = ['in_progress', 'in_progress', 'resolved', 'new', 'on_hold'] as const;

function planStorm(random: Random, n: number, now: number, openedAt: number): IncidentHistory {
  const { ci, change, group, category, subcategory, titles, description } = storm;
  const place = n - (INCIDENTS - STORM);
  const caller = place % 2 === 0 ? undefined : requester(random.pick(requesters));
  const team = groups[group];
  const fixer = agent(team[place % team.length] ?? team[0]);
  const history = newHistory(n, now, openedAt, caller, {
    short_description: titles[place % titles.length] ?? titles[0] ?? '',
    description,
    priority: place < 8 || place % 3 === 0 ? 'P1' : 'P2',
    impact: 'high',
    urgency: 'high',
    category,
    subcategory,
    assignment_group: group,
    ci_id: ref(ci),
    change_id: ref(change),
  });
  const state = stormStates[place % stormStates.length];
  if (state === 'new') {
    const body = 'Now the whole department is affected.';
    return caller
      ? history.after(5 * MINUTE, caller, 'note', { body, visibility: 'public' })
      : history;
  }
  history.after(random.between(5, 25) * MINUTE, fixer, 'update', {
    state: 'in_progress',
    assigned_to: addressOf(fixer),
  });
  history.after(10 * MINUTE, fixer, 'note', { body: storm.finding, visibility: 'team' });
  if (caller && state === 'in_progress') {
    const body = 'We know the cause and are working on it.';
    history.after(5 * MINUTE, fixer, 'note', { body, visibility: 'public' });
    const answer = { body: 'Thank you. When can we work again?', visibility: 'public' } as const;
    if (place % 10 === 1) history.after(20 * MINUTE, caller, 'note', answer);
  }
  if (place === 0) {
    const lead = leadOf(group);
    history.after(MINUTE, lead, 'note', { body: storm.privateThought, visibility: 'private' });
    history.after(MINUTE, lead, 'note', { body: storm.announcement, visibility: 'public' });
  }
  if (state === 'on_hold') {
    history.after(15 * MINUTE, fixer, 'update', {
      state: 'on_hold',
      on_hold_reason: 'awaiting_change',
      // One of them comes back by itself tomorrow.
      ...(place === STORM - 1 && { on_hold_until: new Date(now + 20 * HOUR).toISOString() }),
    });
  }
  if (state === 'resolved') {
    history.after(random.between(60, 150) * MINUTE, fixer, 'update', {
      state: 'resolved',
      resolution: storm.resolution,
    });
  }
  return history;
}

export function planIncidents(now: number): Step[] {
  const ordinaryCount = INCIDENTS - STORM;
  return Array.from({ length: INCIDENTS }, (_, n) => {
    // Each incident has its own generator, so that changing one history does not affect the others.
    const random = seededRandom(SEED + n);
    const place = n + random.next();
    if (n >= ordinaryCount) {
      const openedAt = now - STORM_AGE + (HOUR * (place - ordinaryCount)) / STORM;
      return planStorm(random, n, now, openedAt);
    }
    // The share is squared, so that most incidents are recent.
    const age = 5 * MINUTE + MONTHS_BACK * (1 - place / ordinaryCount) ** 2;
    return planOrdinary(random, n, now, now - age);
  }).flatMap(({ steps }) => steps);
}
