// Draws conditions and records that fit them. Values come from small pools, so that comparisons hold about as often as not.
import type { ConditionFields } from '../../../src/conditions/index.ts';
import type { Random } from '../../support/random.ts';
import type { NaiveNode, NaiveWorld } from './naive.ts';

type Field = ConditionFields extends ReadonlyMap<string, infer One> ? One : never;
type Kind = Field['kind'];

const MAX_LEVELS = 4;
const MAX_LEAVES = 100;
const LONG_LIST = 1000;

const texts = [
  'network',
  'Network',
  'net',
  '',
  '5',
  '5.0',
  '-0',
  '0',
  '1e1',
  'a and b',
  'ünï',
  '10',
];
const days = ['2026-11-14', '2026-11-15', '2026-11-16'];
/** The same moments occur in several forms. */
const moments = [
  '2026-11-15T00:00:00.000Z',
  '2026-11-15T09:30:00.000Z',
  '2026-11-15T09:30:00.001Z',
  '2026-11-16T00:00:00.000Z',
];
const otherForms = [
  '2026-11-15',
  '2026-11-15T10:30:00+01:00',
  '2026-11-15T09:30:00Z',
  '2026-11-16',
];

const pools: Readonly<Record<Kind, (random: Random, field: Field) => unknown>> = {
  text: ({ pick }) => pick(texts),
  choice: ({ pick }, { choices = [] }) => pick(choices).value,
  number: ({ pick }) => pick([-1, 0, 1, 2, 2.5, 1e6]),
  boolean: ({ chance }) => chance(0.5),
  time: ({ pick }) => pick(moments),
  date: ({ pick }) => pick(days),
  list: ({ pick, below }, { choices }) =>
    Array.from({ length: below(4) }, () => (choices ? pick(choices).value : pick(texts))),
};

/** Conditions compare with values of the same pools. */
export const drawComparable = (random: Random, field: Field): unknown =>
  pools[field.kind](random, field);

const drawStored = (random: Random, field: Field): unknown => {
  if (field.isNullable && random.chance(0.25)) return random.chance(0.5) ? null : undefined;
  return drawComparable(random, field);
};

/** Conditions may write a time in another form than records do. */
const drawScalar = (random: Random, field: Field): unknown => {
  if (field.kind === 'list') return random.pick(field.choices?.map(({ value }) => value) ?? texts);
  return field.kind === 'time' && random.chance(0.4)
    ? random.pick(otherForms)
    : pools[field.kind](random, field);
};

const orNull = (random: Random, field: Field): unknown =>
  field.isNullable && random.chance(0.2) ? null : drawScalar(random, field);

const drawPart = (random: Random, field: Field): unknown => {
  const value = drawScalar(random, field);
  return value === '' ? 'net' : value;
};

const drawList = (random: Random, field: Field): unknown[] =>
  Array.from({ length: random.chance(0.005) ? LONG_LIST : 1 + random.below(4) }, () =>
    orNull(random, field),
  );

const drawPresence = ({ pick }: Random): unknown => pick([true, false, undefined]);

const ordered: Kind[] = ['number', 'time', 'date'];
const scalars: Kind[] = ['text', 'choice', ...ordered];
const single: Kind[] = [...scalars, 'boolean'];
const every: Kind[] = [...single, 'list'];

interface Row {
  kinds: Kind[];
  draw: (random: Random, field: Field) => unknown;
  isChange?: true;
}

/** The reference says which operators apply to which kinds of fields. */
const rows: Readonly<Record<string, Row>> = {
  eq: { kinds: single, draw: orNull },
  neq: { kinds: single, draw: orNull },
  in: { kinds: scalars, draw: drawList },
  not_in: { kinds: scalars, draw: drawList },
  gt: { kinds: ordered, draw: drawScalar },
  gte: { kinds: ordered, draw: drawScalar },
  lt: { kinds: ordered, draw: drawScalar },
  lte: { kinds: ordered, draw: drawScalar },
  contains: { kinds: ['text', 'list'], draw: drawPart },
  not_contains: { kinds: ['text', 'list'], draw: drawPart },
  starts_with: { kinds: ['text'], draw: drawPart },
  ends_with: { kinds: ['text'], draw: drawPart },
  exists: { kinds: every, draw: drawPresence },
  changed: { kinds: every, draw: drawPresence, isChange: true },
  changed_from: { kinds: single, draw: orNull, isChange: true },
  changed_to: { kinds: single, draw: orNull, isChange: true },
};
export const drawnOperators: readonly string[] = Object.keys(rows);

const entries = new WeakMap<ConditionFields, [string, Field][]>();

function entriesOf(fields: ConditionFields): [string, Field][] {
  const known = entries.get(fields) ?? [...fields];
  entries.set(fields, known);
  return known;
}

export function drawLeaf(random: Random, fields: ConditionFields, hasBefore: boolean): NaiveNode {
  const [name, field] = random.pick(entriesOf(fields));
  const fitting = drawnOperators.filter((operator) => {
    const { kinds, isChange } = rows[operator]!;
    return kinds.includes(field.kind) && (!isChange || (hasBefore && field.hasBefore));
  });
  const operator = random.pick(fitting);
  const value = rows[operator]!.draw(random, field);
  return { field: name, operator, ...(value !== undefined && { value }) };
}

function drawGroup(random: Random, level: number, leaf: () => NaiveNode): NaiveNode {
  const group = random.pick(['all', 'any', 'none'] as const);
  if (group === 'all' && random.chance(0.03)) return { all: [] };
  const nodes = Array.from({ length: 1 + random.below(4) }, () =>
    level < MAX_LEVELS && random.chance(0.4) ? drawGroup(random, level + 1, leaf) : leaf(),
  );
  return { [group]: nodes };
}

/** An empty list counts as a leaf. */
const leavesOf = ({ all, any, none }: NaiveNode): number => {
  const nodes = all ?? any ?? none;
  if (!nodes) return 1;
  return nodes.length === 0 ? 1 : nodes.reduce((sum, node) => sum + leavesOf(node), 0);
};

export function drawCondition(
  random: Random,
  fields: ConditionFields,
  hasBefore: boolean,
): NaiveNode {
  const leaf = () => drawLeaf(random, fields, hasBefore);
  if (random.chance(0.01)) return drawLargest(random, leaf);
  const condition = drawGroup(random, 1, leaf);
  return leavesOf(condition) > MAX_LEAVES ? drawLargest(random, leaf) : condition;
}

/** Ten lists of ten make 100 leaves. */
const drawLargest = (random: Random, leaf: () => NaiveNode): NaiveNode => ({
  [random.pick(['all', 'any', 'none'])]: Array.from({ length: 10 }, () => ({
    [random.pick(['all', 'any', 'none'])]: Array.from({ length: 10 }, leaf),
  })),
});

type Members = Record<string, unknown>;

/** Draws the members of one group of fields, such as those of the CI; the group of the record itself is empty. */
function drawMembers(random: Random, fields: ConditionFields, group: string): Members {
  const drawn: Members = {};
  for (const [name, field] of fields) {
    const dot = name.indexOf('.');
    if (name.slice(0, Math.max(dot, 0)) !== group) continue;
    const value = drawStored(random, field);
    if (value !== undefined) drawn[name.slice(dot + 1)] = value;
  }
  return drawn;
}

const drawRecord = (random: Random, fields: ConditionFields): Members => ({
  ...drawMembers(random, fields, ''),
  custom: random.chance(0.1) ? {} : drawMembers(random, fields, 'custom'),
});

/** About half of the fields keep their values. */
function drawBefore(random: Random, after: Members, fields: ConditionFields): Members {
  const other = drawRecord(random, fields);
  const mix = (one: Members, two: Members): Members =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(two)])].map((name) => [
        name,
        (random.chance(0.5) ? one : two)[name],
      ]),
    );
  return {
    ...mix(after, other),
    custom: mix(after['custom'] as Members, other['custom'] as Members),
  };
}

export function drawWorld(random: Random, fields: ConditionFields, hasBefore: boolean): NaiveWorld {
  const after = drawRecord(random, fields);
  const drawRelated = (group: string) =>
    random.chance(0.3) ? null : drawMembers(random, fields, group);
  return {
    after,
    before: hasBefore ? drawBefore(random, after, fields) : null,
    ci: drawRelated('ci'),
    requester: drawRelated('requester'),
    note: drawRelated('note'),
    times: new Set([...fields].flatMap(([name, { kind }]) => (kind === 'time' ? [name] : []))),
  };
}
