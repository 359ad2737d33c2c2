// Conditions agree with a naive interpreter: random conditions over random records of every type that has them.
import {
  compileCondition,
  type Condition,
  type ConditionTest,
  MAX_LEAVES,
  conditionFaults,
  type ConditionFields,
  describeCondition,
} from '../../../src/conditions/index.ts';
import { compose } from '../../../src/feature.ts';
import { features } from '../../../src/features.ts';
import { conditionFieldsOf } from '../../../src/records/index.ts';
import {
  customizedTypes,
  type FieldDefinition,
  type FieldType,
  fieldTypes,
} from '../../../src/platform/runtime/custom-fields.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { drawCondition, drawLeaf, drawnOperators, drawWorld } from './draw.ts';
import { holds, type NaiveNode, type NaiveWorld } from './naive.ts';

export interface ConditionSizes {
  cases: number;
  seed: number;
}

/** Replaces the condition that the module evaluates, so that a test can show that the comparison detects it. */
export type PlantFault = (condition: NaiveNode) => NaiveNode;

const choices: Readonly<Partial<Record<FieldType, string[]>>> = {
  choice: ['munich', 'zurich'],
  choices: ['1', '2', '3'],
};

/** Each type of field has one custom field. */
const definitionsOf = (name: string) =>
  fieldTypes.map((type) => {
    const values = choices[type] ?? [];
    return {
      record_type: name,
      key: `own_${type}`,
      label: `own ${type}`,
      type,
      choices: values.map((value) => ({ value, label: value, active: true })),
    } as unknown as FieldDefinition;
  });

function catalogs(): ConditionFields[] {
  compose(features);
  const definitions = new Map(customizedTypes.map((name) => [name as string, definitionsOf(name)]));
  return customizedTypes.map((name) => conditionFieldsOf(name, definitions));
}

const rowOf = ({ custom, ...record }: Record<string, unknown>) => ({
  ...record,
  custom_values: custom,
});

/** The module reads rows, which have custom values in a column of their own. */
const asRows = (world: NaiveWorld): Parameters<ConditionTest>[0] => ({
  ...world,
  before: world.before && rowOf(world.before),
  after: rowOf(world.after),
});

/** Conditions and records pass through JSON, as those of callers and of the database do. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

interface Case {
  fields: ConditionFields;
  condition: NaiveNode;
  world: NaiveWorld;
}

function drawCase(random: Random, fields: ConditionFields): Case {
  const hasBefore = random.chance(0.7);
  return {
    fields,
    condition: throughJson(drawCondition(random, fields, hasBefore)),
    world: drawWorld(random, fields, hasBefore),
  };
}

function checkCase({ fields, condition, world }: Case, plantFault: PlantFault) {
  const faults = conditionFaults(condition, { fields, hasBefore: world.before !== null });
  const planted = plantFault(condition) as Condition;
  const actual = compileCondition(planted, fields)(asRows(world));
  const expected = holds(condition, world);
  const found = [
    ...(faults.length > 0 ? [`a valid condition is refused: ${JSON.stringify(faults)}`] : []),
    ...(actual === expected ? [] : [`${actual} instead of ${expected}`]),
  ];
  const inWords = () => describeCondition(condition as Condition, fields);
  return {
    expected,
    faults: found.map(
      (fault) =>
        `${fault}: ${inWords()}: ${JSON.stringify(condition)} over ${JSON.stringify(world)}`,
    ),
  };
}

const operatorsIn = ({ operator, all = [], any = [], none = [] }: NaiveNode): string[] =>
  operator === undefined ? [...all, ...any, ...none].flatMap(operatorsIn) : [operator];

const CONDITIONS = 100;
const ROUNDS = 1000;
const MAX_MS = 1;

const toMicroseconds = (ms: number): number => Number(ms.toFixed(3));

const compile = (condition: NaiveNode, fields: ConditionFields) =>
  compileCondition(throughJson(condition) as Condition, fields);

/** Returns the CPU time of one update, in milliseconds, with conditions that were compiled before. */
function measure(tests: readonly ConditionTest[], worlds: readonly NaiveWorld[]): number {
  const rows = worlds.map(asRows);
  const run = (rounds: number): number => {
    let held = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const test of tests) if (test(rows[round % rows.length]!)) held += 1;
    return held;
  };
  run(ROUNDS / 10);
  const began = process.cpuUsage();
  run(ROUNDS);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / ROUNDS;
}

function measureTypical(random: Random, fields: ConditionFields): number {
  const draw = () => compile(drawCondition(random, fields, true), fields);
  const worlds = Array.from({ length: 50 }, () => drawWorld(random, fields, true));
  return measure(Array.from({ length: CONDITIONS }, draw), worlds);
}

/** No leaf holds, so each of the 100 leaves of each condition is evaluated. */
function measureLargest(random: Random, fields: ConditionFields): number {
  const world = drawWorld(random, fields, true);
  const drawFalse = (): NaiveNode => {
    for (;;) {
      const leaf = drawLeaf(random, fields, true);
      if (!holds(leaf, world)) return leaf;
    }
  };
  const draw = () => compile({ any: Array.from({ length: MAX_LEAVES }, drawFalse) }, fields);
  return measure(Array.from({ length: CONDITIONS }, draw), [world]);
}

/** With a planted fault, the comparison ends at the first difference. */
export function compareCases({ cases, seed }: ConditionSizes, plantFault?: PlantFault) {
  const random = randomFrom(seed);
  const all = catalogs();
  const operators = new Map<string, number>();
  const faults: string[] = [];
  let [leaves, held] = [0, 0];
  for (let index = 0; index < cases; index += 1) {
    const one = drawCase(random, random.pick(all));
    const used = operatorsIn(one.condition);
    leaves += used.length;
    for (const operator of used) operators.set(operator, (operators.get(operator) ?? 0) + 1);
    const checked = checkCase(one, plantFault ?? ((condition) => condition));
    held += Number(checked.expected);
    faults.push(...checked.faults);
    if (plantFault && faults.length > 0) break;
  }
  const unused = drawnOperators.filter((operator) => !operators.has(operator));
  return { leaves, held, faults, unused, random, fields: all[0]! };
}

export async function proveConditions(sizes: ConditionSizes, isShort: boolean): Promise<Report> {
  const { leaves, held, faults, unused, random, fields } = compareCases(sizes);
  if (unused.length > 0) faults.push(`no condition has the operators ${unused.join(', ')}`);
  const figures = { conditions: sizes.cases, leaves, held, differences: faults.length };
  // The speed of a machine is no matter of the gate.
  if (isShort) return { figures, faults };
  const typical = measureTypical(random, fields);
  const largest = measureLargest(random, fields);
  return {
    figures: {
      ...figures,
      ms_of_100: toMicroseconds(typical),
      ms_of_100_largest: toMicroseconds(largest),
    },
    faults,
    goals: [
      atMost('differences from the naive interpreter', faults.length, 0),
      atMost('100 conditions over one update, CPU time', typical, MAX_MS, ' ms'),
    ],
  };
}
