// Edits of one condition as its editor has it: a row is removed, or typed, or a group with a row is added.
import { questionFields } from '../../../src/forms/index.ts';
import type { Random } from '../../support/random.ts';
import { drawLeaf } from '../conditions/draw.ts';
import type { NaiveNode } from '../conditions/naive.ts';
import type { EditedGroup, EditedRow } from './editor.ts';
import type { Place, Session } from './edits.ts';
import {
  questionsBefore,
  normalizeRoot,
  isComplete,
  nodesOf,
  visit,
  withAdded,
  without,
} from './model.ts';

interface ConditionEdit {
  group: EditedGroup;
  /** Undefined while a value is missing. */
  condition: NaiveNode | undefined;
}

const MAX_GROUPS = 3;

interface Typed {
  row: EditedRow;
  leaf: NaiveNode | undefined;
}

const textOf = (value: unknown): string | null => {
  if (value === null || typeof value === 'string') return value;
  return JSON.stringify(value);
};

const two = (n: number): string => String(n).padStart(2, '0');

/** People type times of their own zone, to the minute. */
function typeTime({ below }: Random): { text: string; value: string } {
  const [month, day, hour, minute] = [below(12), 1 + below(28), below(24), below(60)];
  return {
    text: `2026-${two(month + 1)}-${two(day)}T${two(hour)}:${two(minute)}`,
    value: new Date(2026, month, day, hour, minute).toISOString(),
  };
}

/** Every value is typed as text; a row without one is not complete. */
function typeLeaf(random: Random, { field, operator, value }: NaiveNode, isTime: boolean): Typed {
  const times = new Map<string, string>();
  const typeText = (one: unknown): string | null => {
    if (!isTime || typeof one !== 'string') return textOf(one);
    const { text, value: instant } = typeTime(random);
    times.set(text, instant);
    return text;
  };
  const texts = operator === 'exists' ? [textOf(value ?? true)] : [value].flat().map(typeText);
  const row = { key: `typed ${random.below(1e9)}`, field: field!, operator: operator!, texts };
  const read = (text: string | null, at: number): unknown => {
    const given = Array.isArray(value) ? value[at] : value;
    return text !== null && isTime ? times.get(text) : given;
  };
  const leaf = { field: field!, operator: operator! };
  if (operator === 'exists') return { row, leaf: { ...leaf, value: texts[0] === 'true' } };
  const values = texts.map(read);
  if (!Array.isArray(value))
    return { row, leaf: texts[0] === '' ? undefined : { ...leaf, value: values[0] } };
  const filled = values.filter((one) => one !== '');
  return { row, leaf: filled.length === 0 ? undefined : { ...leaf, value: filled } };
}

function drawTyped(random: Random, earlier: ReturnType<typeof questionsBefore>): Typed {
  const fields = questionFields(earlier);
  const leaf = drawLeaf(random, fields, false);
  const { kind } = fields.get(leaf.field!)!;
  const typed = typeLeaf(random, leaf, kind === 'time');
  // Nothing is typed yet; a switch always has a value.
  const isEmpty = kind !== 'boolean' && leaf.operator !== 'exists' && random.chance(0.15);
  return isEmpty ? { row: { ...typed.row, texts: [''] }, leaf: undefined } : typed;
}

/** Returns undefined if there is nothing to edit. */
export function drawConditionEdit(
  { editor, random, model }: Session,
  { at, question, edited }: Place,
): ConditionEdit | undefined {
  const earlier = questionsBefore(model, at);
  const condition = question.show_if ?? { all: [] };
  const group = edited.show_if ?? { key: 'root', name: 'all', nodes: [] };
  const paths: { path: number[]; node: NaiveNode }[] = [];
  visit(condition, (node, path) => paths.push({ path, node }));
  const parts = paths.filter(({ path }) => path.length > 0);
  if (earlier.length === 0 || (parts.length > 0 && random.chance(0.4))) {
    if (parts.length === 0) return undefined;
    const { path } = random.pick(parts);
    const rest = normalizeRoot(without(condition, path));
    return {
      group: editor.changeAt(group, path, () => undefined),
      condition: isComplete(rest) ? rest : undefined,
    };
  }
  const groups = paths.filter(({ node }) => nodesOf(node) !== undefined);
  const { path } = random.pick(groups);
  const { row, leaf } = drawTyped(random, earlier);
  const isNested = path.length < MAX_GROUPS && random.chance(0.3);
  const node = isNested ? { key: `${row.key} group`, name: 'none', nodes: [row] } : row;
  const added = leaf && withAdded(condition, path, isNested ? { none: [leaf] } : leaf);
  return {
    group: editor.changeGroup(group, path, (one) => ({ ...one, nodes: [...one.nodes, node] })),
    condition: added && isComplete(added) ? added : undefined,
  };
}
