// Random steps in the life of a record, many of them at the same instant: states with the reasons of holds, merges,
// priorities, categories, notes, and definitions that somebody saves.
import type { Random } from '../../support/random.ts';
import { categories, priorities, type Priority, reasons, type World } from './world.ts';

/** Clocks and conditions know this of a record. */
export interface Facts {
  state: string;
  reason: string | null;
  isMerged: boolean;
  priority: Priority;
  category: string;
}

export interface Step {
  /** The minute since the world began. */
  at: number;
  do: 'write' | 'read' | 'define';
  /** The record passes through these states on its way to that of `facts`. */
  through: readonly string[];
  /** These hold after the step. */
  facts: Facts;
  note: 'agent' | 'requester' | null;
  /** A worker computes the clocks after definitions were saved; otherwise the next write does. */
  isRecomputed: boolean;
}

const moves: Readonly<Record<World['type'], Readonly<Record<string, readonly string[]>>>> = {
  incident: {
    new: ['in_progress', 'in_progress', 'in_progress', 'in_progress', 'cancelled'],
    in_progress: ['resolved', 'on_hold', 'on_hold', 'on_hold'],
    on_hold: ['in_progress'],
    resolved: ['reopened', 'reopened', 'reopened', 'reopened', 'closed'],
    reopened: ['in_progress'],
    closed: [],
    cancelled: [],
  },
  request: {
    submitted: ['approved', 'approved', 'approved', 'rejected', 'cancelled'],
    approved: ['fulfilled', 'fulfilled', 'cancelled'],
    rejected: [],
    fulfilled: [],
    cancelled: [],
  },
};

export const firstFacts = (random: Random, { type }: World): Facts => ({
  state: type === 'incident' ? 'new' : 'submitted',
  reason: null,
  isMerged: false,
  priority: random.pick(priorities),
  category: random.pick(categories),
});

const reasonIn = (random: Random, state: string): string | null =>
  state === 'on_hold' && random.chance(0.85) ? random.pick(reasons) : null;

function move(random: Random, type: World['type'], facts: Facts): Pick<Step, 'through' | 'facts'> {
  const next = moves[type][facts.state] ?? [];
  if (next.length === 0) return { through: [], facts };
  const state = random.pick(next);
  const further = moves[type][state] ?? [];
  const isLong = type === 'incident' && further.length > 0 && random.chance(0.15);
  const last = isLong ? random.pick(further) : state;
  return {
    through: isLong ? [state] : [],
    facts: { ...facts, state: last, reason: reasonIn(random, last) },
  };
}

function drawWrite(random: Random, { type }: World, facts: Facts): Omit<Step, 'at' | 'do'> {
  const drawn = random.chance(0.6)
    ? move(random, type, facts)
    : { through: [], facts: { ...facts } };
  let next = drawn.facts;
  const isSame = next.state === facts.state;
  if (isSame && next.state === 'on_hold' && random.chance(0.3))
    next = { ...next, reason: reasonIn(random, 'on_hold') };
  if (isSame && type === 'incident' && random.chance(next.isMerged ? 0.6 : 0.15))
    next = { ...next, isMerged: !next.isMerged };
  if (random.chance(0.2)) next = { ...next, priority: random.pick(priorities) };
  if (random.chance(0.1)) next = { ...next, category: random.pick(categories) };
  const note = random.chance(0.3) ? (random.chance(0.7) ? 'agent' : 'requester') : null;
  return { through: drawn.through, facts: next, note, isRecomputed: false };
}

const SAME_INSTANT = 0.25;

/** Most steps follow soon; some after a weekend. */
const drawWait = (random: Random): number =>
  random.chance(SAME_INSTANT) ? 0 : random.below(random.pick([30, 240, 1440, 6000]));

/** Writes the steps one after another until the world ends; each begins with the facts that the last one left. */
export function* drawSteps(random: Random, world: World, first: Facts): Generator<Step> {
  let facts = first;
  let at = 0;
  const definesAt = Array.from({ length: world.versions.length - 1 }, () => random.below(18));
  for (let count = 0; count < 24; count += 1) {
    at += drawWait(random);
    if (at >= world.minutes) return;
    const plain = { at, through: [], facts, note: null, isRecomputed: random.chance(0.6) };
    for (const due of definesAt) if (due === count) yield { ...plain, do: 'define' };
    if (random.chance(0.15)) {
      yield { ...plain, do: 'read' };
      continue;
    }
    const write = drawWrite(random, world, facts);
    facts = write.facts;
    yield { at, do: 'write', ...write };
  }
}
