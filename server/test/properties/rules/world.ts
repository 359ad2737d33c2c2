// A random world has rules, macros, people and groups, and an incident that is created, updated and noted and for which time
// passes. Values come from small pools, so that rules meet, undo and prevent each other.
import type { ConditionFields } from '../../../src/conditions/index.ts';
import type { Random } from '../../support/random.ts';
import { drawCondition } from '../conditions/draw.ts';
import type { NaiveNode } from '../conditions/naive.ts';
import { drawActions } from './actions.ts';

type Trigger = 'created' | 'updated' | 'noted' | 'due';
export type Fields = Record<string, unknown>;

export interface DrawnRule {
  id: string;
  on: Trigger;
  when: NaiveNode;
  actions: readonly object[];
  stop: boolean;
}

interface DrawnPerson {
  id: string;
  email: string;
  isAway: boolean;
  capacity: number | null;
}

interface DrawnNote {
  visibility: 'team' | 'public' | 'private';
  author: string;
}

/** A request has fields, a note or both; time makes rules due. */
export interface DrawnStep {
  do: 'create' | 'update' | 'due';
  fields: Fields;
  note: DrawnNote | null;
  due: readonly string[];
}

export interface World {
  rules: readonly DrawnRule[];
  /** Each macro has its actions under its id. */
  macros: Readonly<Record<string, readonly object[]>>;
  people: readonly DrawnPerson[];
  /** Ids of the members, in their order. */
  groups: Readonly<Record<string, readonly string[]>>;
  hasMatrix: boolean;
  isAssignableOnly: boolean;
  steps: readonly DrawnStep[];
}

export const from = Date.UTC(2026, 10, 16, 9);
export const timeOf = (step: number): Date => new Date(from + step * 60_000);

const emails = ['ann@example.com', 'bob@example.com', 'cleo@example.com', 'dan@example.com'];
export const groupNames = ['Network', 'Desk'];

/** Nobody has the last address. */
export const anybody = [...emails, 'nobody@example.com'];
/** No group has the last name. */
export const anyGroup = [...groupNames, 'Nowhere'];

const texts = ['network', 'mail', 'a b', '5'];
const levels = ['high', 'medium', 'low'];
const times = [-60, 30, 600].map((minutes) => new Date(from + minutes * 60_000).toISOString());

/** Null clears a field where the pool has it. */
export const pools: Readonly<Record<string, readonly unknown[]>> = {
  state: ['new', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened'],
  priority: ['P1', 'P2', 'P3', 'P4'],
  category: [...texts, null],
  subcategory: [...texts, null],
  short_description: texts,
  impact: [...levels, null],
  urgency: [...levels, null],
  assignment_group: [...anyGroup, null],
  assigned_to: [...anybody, null],
  requester: [...emails, null],
  ci_id: ['CI1', 'CI2', null],
  on_hold_reason: ['awaiting_caller', 'awaiting_vendor', null],
  on_hold_until: [...times, '2026-11-16T12:00:00+01:00', null],
  resolution: [...texts, null],
};

const customPools: Readonly<Record<string, readonly unknown[]>> = {
  site: [...texts, null],
  floor: [0, 1, 2.5, null],
  building: ['munich', 'zurich', null],
};

export const relatedCis: Readonly<Record<string, Fields>> = {
  CI1: { id: 'CI1', class: 'server', status: 'operational', criticality: 'high' },
  CI2: { id: 'CI2', class: 'network', status: 'degraded', criticality: null },
};
export const relatedPeople: Readonly<Record<string, Fields>> = {
  'ann@example.com': { email: 'ann@example.com', department: 'network', roles: ['agent'] },
  'bob@example.com': { email: 'bob@example.com', department: null, roles: ['requester', 'agent'] },
};

const comparisons: Readonly<Record<string, readonly unknown[]>> = {
  ...pools,
  ...Object.fromEntries(Object.entries(customPools).map(([key, pool]) => [`custom.${key}`, pool])),
  'ci.class': ['server', 'network', null],
  'ci.criticality': ['high', 'low', null],
  'requester.department': ['network', null],
  'note.visibility': ['team', 'public', 'private', null],
  'note.author': [...emails, null],
};

export const customKeys = Object.keys(customPools);
export const conditionNames = [...Object.keys(comparisons), 'requester.roles', 'reopen_count'];

export function drawFields(random: Random, most: number): Fields {
  const drawn: Fields = {};
  const count = 1 + random.below(most);
  for (let at = 0; at < count; at += 1) {
    if (random.chance(0.15)) {
      const key = random.pick(customKeys);
      drawn['custom'] = {
        ...(drawn['custom'] as Fields | undefined),
        [key]: random.pick(customPools[key] ?? []),
      };
      continue;
    }
    // States and assignments are what most rules are about.
    const name = random.chance(0.3)
      ? random.pick(['state', 'priority', 'category', 'assigned_to'])
      : random.pick(Object.keys(pools));
    drawn[name] = random.pick(pools[name] ?? []);
  }
  return drawn;
}

const changes = ['changed', 'changed_from', 'changed_to'];
const isRelated = (name: string): boolean => /^(?:ci|requester|note)\./.test(name);

function drawLeaf(random: Random): NaiveNode {
  const field = random.pick(Object.keys(comparisons));
  const pool = comparisons[field] ?? [];
  const value = random.pick(pool);
  const operator = random.pick([
    'eq',
    'eq',
    'neq',
    'in',
    'not_in',
    'exists',
    ...(isRelated(field) ? [] : changes),
  ]);
  if (operator === 'exists' || operator === 'changed')
    return { field, operator, ...(random.chance(0.6) && { value: random.chance(0.5) }) };
  if (operator === 'in' || operator === 'not_in')
    return { field, operator, value: [value, random.pick(pool)] };
  return { field, operator, value };
}

function drawWhen(random: Random, fields: ConditionFields, on: Trigger): NaiveNode {
  if (random.chance(0.08)) return drawCondition(random, fields, on === 'updated' || on === 'noted');
  const leaves = Array.from({ length: random.below(3) }, () => drawLeaf(random));
  return leaves.length === 0 ? { all: [] } : { [random.pick(['all', 'any', 'none'])]: leaves };
}

const drawRule = (random: Random, fields: ConditionFields, id: string): DrawnRule => {
  const on = random.pick(['created', 'updated', 'updated', 'updated', 'noted', 'due'] as const);
  return {
    id,
    on,
    when: drawWhen(random, fields, on),
    actions: drawActions(random, { isMacro: false }),
    stop: random.chance(0.12),
  };
};

const create = (random: Random): DrawnStep => {
  const { state: _, on_hold_until: _until, ...fields } = drawFields(random, 6);
  return {
    do: 'create',
    fields: { short_description: 'mail', ...fields },
    note: null,
    due: [],
  };
};

function drawStep(random: Random, rules: readonly DrawnRule[]): DrawnStep {
  const waiting = rules.filter(({ on }) => on === 'due').map(({ id }) => id);
  if (waiting.length > 0 && random.chance(0.25)) {
    const due = waiting.filter(() => random.chance(0.7));
    return { do: 'due', fields: {}, note: null, due };
  }
  const hasNote = random.chance(0.35);
  const note = {
    visibility: random.pick(['team', 'team', 'public', 'public', 'private']),
    author: random.pick(emails),
  };
  return {
    do: 'update',
    fields: hasNote && random.chance(0.5) ? {} : drawFields(random, 4),
    note: hasNote ? (note as DrawnNote) : null,
    due: [],
  };
}

const MAX_RULES = 8;
const MAX_STEPS = 5;

export function drawWorld(random: Random, fields: ConditionFields): World {
  const people = emails.map((email, at) => ({
    id: `usr_${(at * 3) % emails.length}`,
    email,
    isAway: random.chance(0.25),
    capacity: random.chance(0.2) ? random.below(2) : null,
  }));
  const members = () => people.filter(() => random.chance(0.6)).map(({ id }) => id);
  const rules = Array.from({ length: 1 + random.below(MAX_RULES) }, (_, at) =>
    drawRule(random, fields, `rul_${at}`),
  );
  return {
    rules,
    macros: {
      mac_0: drawActions(random, { isMacro: true }),
      mac_1: drawActions(random, { isMacro: true }),
    },
    people,
    groups: Object.fromEntries(groupNames.map((name) => [name, members().toSorted()])),
    hasMatrix: random.chance(0.3),
    isAssignableOnly: random.chance(0.3),
    steps: [
      create(random),
      ...Array.from({ length: random.below(MAX_STEPS + 1) }, () => drawStep(random, rules)),
    ],
  };
}
