import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Condition, ConditionField, Operator } from './condition.ts';
import {
  addGroup,
  addRow,
  changeAt,
  changeGroup,
  countRows,
  neighbourOf,
  reasonAgainstGroup,
  reasonAgainstRow,
} from './condition.edits.ts';
import {
  fieldNamed,
  fieldsByName,
  type GroupValue,
  newRow,
  offeredOperators,
  printCondition,
  readCondition,
  type RowValue,
  withField,
  withOperator,
  withTexts,
} from './condition.values.ts';
import { describeCondition } from './condition.words.ts';

const comparisons: readonly Operator[] = ['eq', 'neq', 'in', 'not_in', 'exists'];
const bounds: readonly Operator[] = ['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'exists'];
const field = (part: Partial<ConditionField> & Pick<ConditionField, 'name' | 'kind'>) => ({
  label: part.name.replaceAll('_', ' '),
  optional: true,
  operators: comparisons,
  ...part,
});
const choices = ['P1', 'P2', 'P3'].map((value) => ({ value, label: value }));
const all: ConditionField[] = [
  field({ name: 'priority', kind: 'choice', choices, optional: false }),
  field({ name: 'category', kind: 'text' }),
  field({ name: 'reopen_count', kind: 'number', operators: bounds }),
  field({ name: 'is_major', kind: 'boolean', operators: ['eq', 'neq', 'exists'] }),
  field({
    name: 'created_at',
    label: 'created',
    kind: 'time',
    operators: [...bounds, 'in_hours', 'out_of_hours'],
  }),
  field({ name: 'ends_on', kind: 'date', operators: bounds }),
  field({ name: 'ci_ids', kind: 'list', operators: ['contains', 'not_contains', 'exists'] }),
];
const fields = fieldsByName(all);
const calendars = { cal_1: 'Munich' };
const fieldOf = (name: string): ConditionField => fieldNamed(fields, name);

const leaf = (name: string, operator: Operator, value: unknown) => ({
  field: name,
  operator,
  value,
});
const words = (condition: Condition): string => describeCondition(condition, fields, calendars);
const print = (root: GroupValue) => printCondition(root, fields);
const only = (row: RowValue): unknown => {
  const printed = print({ key: 'root', name: 'all', nodes: [row] });
  return printed && (printed as { all: unknown[] }).all[0];
};
/** Reads a leaf, and edits it without a change, so that it is printed from its texts. */
const reprint = (one: ReturnType<typeof leaf>): unknown => {
  const row = readCondition({ all: [one] }, fields).nodes[0] as RowValue;
  return only(withTexts(row, row.texts));
};

const nested: Condition = {
  all: [
    leaf('priority', 'in', ['P1', 'P2']),
    { any: [leaf('category', 'eq', 'network'), { none: [leaf('is_major', 'eq', true)] }] },
  ],
};

describe('The editor of conditions', () => {
  test('a condition that was not edited is printed as it was read, also what the editor cannot show', () => {
    const odd: Condition = {
      any: [
        leaf('gone', 'eq', { deep: 1 }),
        leaf('category', 'eq', null),
        leaf('created_at', 'gt', '2026-11-15T09:30:15Z'),
        { field: 'category', operator: 'exists' },
      ],
    };
    for (const condition of [nested, odd, { all: [] }])
      assert.deepEqual(print(readCondition(condition, fields)), condition);
  });

  for (const one of [
    leaf('priority', 'eq', 'P2'),
    leaf('priority', 'in', ['P1', 'P3']),
    leaf('category', 'in', ['network', null]),
    leaf('reopen_count', 'gte', 2.5),
    leaf('is_major', 'eq', false),
    leaf('ends_on', 'lt', '2026-11-16'),
    leaf('created_at', 'gte', '2026-11-15T09:30:00.000Z'),
    leaf('created_at', 'in_hours', 'cal_1'),
    leaf('ci_ids', 'contains', 'CI2'),
    leaf('category', 'exists', false),
  ])
    test(`the texts of a row give the value that was read: ${JSON.stringify(one)}`, () =>
      assert.deepEqual(reprint(one), one));

  test('no value becomes the question whether there is one', () => {
    assert.deepEqual(reprint(leaf('category', 'eq', null)), leaf('category', 'exists', false));
    assert.deepEqual(reprint(leaf('category', 'neq', null)), leaf('category', 'exists', true));
  });

  test('a row without a value, and a group without rows, are not complete', () => {
    const row = newRow(fieldOf('category'));
    assert.equal(only(row), undefined);
    for (const texts of [[''], ['  '], []]) assert.equal(only(withTexts(row, texts)), undefined);
    assert.equal(only(withTexts(newRow(fieldOf('reopen_count')), ['many'])), undefined);
    assert.equal(only(withTexts(newRow(fieldOf('ends_on')), ['16.11.'])), undefined);
    assert.equal(only(newRow(fieldOf('created_at'))), undefined, 'no calendar was chosen');
    const list = withOperator(newRow(fieldOf('category')), fieldOf('category'), 'in', false);
    assert.equal(only(list), undefined);
    assert.deepEqual(only(withTexts(list, ['a', '', ' b '])), leaf('category', 'in', ['a', 'b']));
    const empty: GroupValue = { key: '1', name: 'any', nodes: [] };
    assert.equal(print({ key: '2', name: 'all', nodes: [empty] }), undefined);
    assert.deepEqual(print({ ...empty, name: 'none' }), { all: [] }, 'no row at all: always');
  });

  test('a new row has an operator and, where one can be guessed, a value', () => {
    assert.deepEqual(only(newRow(fieldOf('priority'))), leaf('priority', 'eq', 'P1'));
    assert.deepEqual(only(newRow(fieldOf('is_major'))), leaf('is_major', 'eq', true));
    assert.equal(newRow(fieldOf('created_at')).operator, 'in_hours');
    assert.equal(newRow(fieldOf('ci_ids')).operator, 'contains');
    const plain = field({ name: 'x', kind: 'time', operators: ['lt'] });
    assert.equal(newRow(plain).operator, 'lt');
  });

  test('an operator that takes such a value keeps it', () => {
    const priority = fieldOf('priority');
    const one = withTexts(newRow(priority), ['P2']);
    const list = withOperator(one, priority, 'in', false);
    assert.deepEqual(list.texts, ['P2']);
    const many = withTexts(list, ['P2', 'P3']);
    assert.deepEqual(withOperator(many, priority, 'not_in', false).texts, ['P2', 'P3']);
    assert.deepEqual(withOperator(many, priority, 'neq', false).texts, ['P2']);
    const absent = withOperator(many, priority, 'exists', true);
    assert.deepEqual(only(absent), leaf('priority', 'exists', false));
    assert.deepEqual(withOperator(absent, priority, 'eq', false).texts, ['P1'], 'not "false"');
    assert.equal(withField(absent, fieldOf('category')).key, absent.key);
  });

  test('lists of times are offered only where one is stored', () => {
    const created = fieldOf('created_at');
    assert.ok(!offeredOperators(created, 'gte').includes('in'));
    assert.ok(offeredOperators(created, 'in').includes('in'));
    assert.ok(offeredOperators(fieldOf('category'), 'eq').includes('in'));
  });

  test('parts are added, changed and removed at their places', () => {
    const priority = fieldOf('priority');
    const root = readCondition(nested, fields);
    const more = addRow(root, [1, 1], priority);
    assert.equal(countRows(more.root), 4);
    const deep = addGroup(more.root, [1, 1], priority);
    assert.deepEqual(print(deep.root), {
      all: [
        leaf('priority', 'in', ['P1', 'P2']),
        {
          any: [
            leaf('category', 'eq', 'network'),
            {
              none: [
                leaf('is_major', 'eq', true),
                leaf('priority', 'eq', 'P1'),
                { all: [leaf('priority', 'eq', 'P1')] },
              ],
            },
          ],
        },
      ],
    });
    const inAll = addGroup(root, [], priority).root.nodes.at(-1) as GroupValue;
    assert.equal(inAll.name, 'any', 'a group of the same kind would say nothing');
    const renamed = changeGroup(root, [1], (group) => ({ ...group, name: 'none' }));
    assert.equal((renamed.nodes[1] as GroupValue).name, 'none');
    assert.equal(changeGroup(root, [], (group) => ({ ...group, name: 'any' })).name, 'any');
    const less = changeAt(root, [1, 0], () => undefined);
    assert.equal(countRows(less), 2);
    assert.deepEqual(
      changeAt(root, [7, 1], () => undefined),
      root,
      'a place that is gone',
    );
  });

  test('the part beside the removed one gets the focus', () => {
    const root = readCondition(nested, fields);
    const group = root.nodes[1] as GroupValue;
    assert.equal(neighbourOf(root, [1]), root.nodes[0]?.key);
    assert.equal(neighbourOf(root, [0]), group.key);
    assert.equal(neighbourOf(root, [1, 1, 0]), group.nodes[1]?.key, 'the group that is now empty');
  });

  test('groups are nested four levels deep, and rows are limited', () => {
    assert.equal(reasonAgainstGroup([0, 0], 3), undefined);
    assert.match(reasonAgainstGroup([0, 0, 0], 3) ?? '', /4 levels/);
    assert.match(reasonAgainstGroup([], 100) ?? '', /100 rows/);
    assert.equal(reasonAgainstRow(99), undefined);
  });

  test('a condition is described in a sentence', () => {
    assert.equal(
      words(nested),
      'Priority is one of P1, P2 and (category is network or not (is major is yes))',
    );
    assert.equal(words({ all: [] }), 'Always');
    const sentences: [Condition, string][] = [
      [
        { all: [leaf('created_at', 'out_of_hours', 'cal_1')] },
        'Created is outside the hours of Munich',
      ],
      [{ all: [leaf('created_at', 'in_hours', 'cal_2')] }, 'Created is in the hours of a calendar'],
      [{ all: [leaf('category', 'eq', null)] }, 'Category has no value'],
      [{ all: [leaf('category', 'exists', false)] }, 'Category has no value'],
      [{ all: [leaf('category', 'eq', 'x and y')] }, 'Category is “x and y”'],
      [{ all: [leaf('ends_on', 'lt', '2026-11-16')] }, 'Ends on is before 16 Nov 2026'],
      [{ all: [leaf('reopen_count', 'gte', 2)] }, 'Reopen count is at least 2'],
      [{ all: [leaf('old_field', 'eq', 'a')] }, 'Old field is a'],
      [
        { all: [leaf('category', 'in', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])] },
        'Category is one of a, b, c, d, e and 2 more',
      ],
    ];
    for (const [condition, text] of sentences) assert.equal(words(condition), text);
  });
});
