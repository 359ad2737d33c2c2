import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { ApiError } from '../platform/errors.ts';
import { nullable, oneOf } from '../platform/http/input/schema.ts';
import {
  compileCondition,
  type Condition,
  conditionFaults,
  fieldsIn,
  requireCondition,
  schemaFields,
} from './index.ts';

const schema = Type.Object({
  priority: oneOf(['P1', 'P2']),
  category: nullable(Type.String()),
  reopen_count: Type.Integer(),
  due_at: Type.String({ format: 'date-time' }),
  ci_ids: Type.Array(Type.String()),
});
const own = schemaFields(schema, Object.keys(schema.properties));
const custom = schemaFields(Type.Object({ constructor: Type.String() }), ['constructor']);
const fields = new Map([
  ...own,
  ...fieldsIn('ci', 'CI', own, { hasBefore: false }),
  ...fieldsIn('custom', '', custom, { hasBefore: true }),
]);
const onUpdate = { fields, hasBefore: true };

const leaf = (field: unknown, operator: unknown, value?: unknown) => ({ field, operator, value });
const nestedCondition = (levels: number): object =>
  levels === 0 ? leaf('category', 'eq', 'x') : { all: [nestedCondition(levels - 1)] };
const many = (count: number) => Array.from({ length: count }, () => leaf('category', 'eq', 'x'));

/** Conditions come from JSON, where `__proto__` is an own member. */
const fromJson = (text: string): unknown => JSON.parse(text);

const refused: [
  name: string,
  condition: unknown,
  pointer: string,
  code: string,
  nearest?: string,
][] = [
  ['null', null, '', 'required'],
  ['text', 'all', '', 'required'],
  ['a list', [], '', 'required'],
  ['a leaf alone', leaf('category', 'eq', 'x'), '', 'required'],
  ['a prototype as a group', fromJson('{"__proto__": []}'), '', 'required'],
  ['two groups', { all: [], any: [leaf('category', 'eq', 'x')] }, '/any', 'unknown_field'],
  ['a group that is no list', { all: {} }, '/all', 'invalid_type'],
  ['an empty any', { any: [] }, '/any', 'too_few'],
  ['an empty none', { all: [{ none: [] }] }, '/all/0/none', 'too_few'],
  ['a number as a leaf', { all: [5] }, '/all/0', 'invalid_type'],
  ['a leaf without a field', { all: [{ operator: 'eq' }] }, '/all/0/field', 'required'],
  [
    'a leaf in a group',
    { all: [{ any: many(1), field: 'priority' }] },
    '/all/0/field',
    'unknown_field',
  ],
  ['depth 5', nestedCondition(5), '/all/0/all/0/all/0/all/0', 'too_deep'],
  ['101 leaves', { all: many(101) }, '', 'too_many'],
  ['101 leaves in parts', { all: [{ any: many(60) }, { any: many(41) }] }, '', 'too_many'],
  [
    'an unknown member',
    { all: [{ ...leaf('category', 'eq', 'x'), regex: '.*' }] },
    '/all/0/regex',
    'unknown_field',
  ],
  [
    'a prototype as a member',
    { all: [fromJson('{"field": "category", "operator": "exists", "__proto__": 1}')] },
    '/all/0/__proto__',
    'unknown_field',
  ],
  [
    'an unknown field',
    { all: [leaf('categry', 'eq', 'x')] },
    '/all/0/field',
    'not_allowed',
    'category',
  ],
  [
    'a field of no type',
    { all: [leaf('ci.categry', 'eq', 'x')] },
    '/all/0/field',
    'not_allowed',
    'ci.category',
  ],
  [
    '__proto__ as a field',
    { all: [leaf('__proto__', 'exists', true)] },
    '/all/0/field',
    'not_allowed',
  ],
  [
    'constructor as a field',
    { all: [leaf('constructor.name', 'eq', 'x')] },
    '/all/0/field',
    'not_allowed',
  ],
  ['a number as a field', { all: [leaf(5, 'eq', 'x')] }, '/all/0/field', 'invalid_type'],
  ['a huge field', { all: [leaf('x'.repeat(1e6), 'eq', 'x')] }, '/all/0/field', 'not_allowed'],
  [
    'an unknown operator',
    { all: [leaf('category', 'start_with', 'x')] },
    '/all/0/operator',
    'not_allowed',
    'starts_with',
  ],
  [
    'a regular expression',
    { all: [leaf('category', 'matches', '.*')] },
    '/all/0/operator',
    'not_allowed',
  ],
  [
    'toString as an operator',
    { all: [leaf('category', 'toString', 'x')] },
    '/all/0/operator',
    'not_allowed',
  ],
  [
    'an operator of calendars',
    { all: [leaf('due_at', 'in_hours', 'cal_1')] },
    '/all/0/operator',
    'not_allowed',
  ],
  ['an order of texts', { all: [leaf('category', 'gt', 'x')] }, '/all/0/operator', 'not_allowed'],
  [
    'a change of a CI',
    { all: [leaf('ci.category', 'changed', true)] },
    '/all/0/operator',
    'not_allowed',
  ],
  ['no value', { all: [{ field: 'category', operator: 'eq' }] }, '/all/0/value', 'required'],
  ['a number for text', { all: [leaf('category', 'eq', 5)] }, '/all/0/value', 'invalid_type'],
  ['text for a number', { all: [leaf('reopen_count', 'gt', '5')] }, '/all/0/value', 'invalid_type'],
  [
    'Infinity',
    { all: [leaf('reopen_count', 'gt', fromJson('1e999'))] },
    '/all/0/value',
    'invalid_type',
  ],
  [
    'an unknown choice',
    { all: [leaf('priority', 'eq', 'p1')] },
    '/all/0/value',
    'not_allowed',
    'P1',
  ],
  [
    'null for a field that has a value',
    { all: [leaf('priority', 'eq', null)] },
    '/all/0/value',
    'not_nullable',
  ],
  ['null as a bound', { all: [leaf('reopen_count', 'gt', null)] }, '/all/0/value', 'not_nullable'],
  [
    'a time that is none',
    { all: [leaf('due_at', 'gt', '2026-02-30')] },
    '/all/0/value',
    'invalid_format',
  ],
  ['a value for a list', { all: [leaf('priority', 'in', 'P1')] }, '/all/0/value', 'invalid_type'],
  ['an empty list', { all: [leaf('priority', 'in', [])] }, '/all/0/value', 'too_few'],
  [
    '1,001 values',
    { all: [leaf('category', 'in', Array.from({ length: 1001 }, String))] },
    '/all/0/value',
    'too_many',
  ],
  [
    'a wrong value in a list',
    { all: [leaf('priority', 'in', ['P1', 'P9'])] },
    '/all/0/value/1',
    'not_allowed',
  ],
  ['a huge text', { all: [leaf('category', 'eq', 'x'.repeat(1e6))] }, '/all/0/value', 'too_long'],
  ['an empty part', { all: [leaf('category', 'contains', '')] }, '/all/0/value', 'too_short'],
  [
    'text for a presence',
    { all: [leaf('category', 'exists', 'yes')] },
    '/all/0/value',
    'invalid_type',
  ],
];

describe('The validation of conditions', () => {
  for (const [name, condition, pointer, code, nearest] of refused)
    test(`${name} is refused at ${pointer || 'the root'} with ${code}`, () => {
      const [fault, ...others] = conditionFaults(condition, onUpdate);
      assert.deepEqual(
        [fault?.pointer, fault?.code, fault?.nearest, others],
        [pointer, code, nearest, []],
      );
      assert.ok((fault?.message.length ?? 0) < 300, fault?.message);
    });

  test('the error has a pointer into the body, what is allowed, and the nearest name', () => {
    const condition = { all: [leaf('priorty', 'eq', 'P1'), leaf('category', 'changed', true)] };
    assert.throws(
      () => requireCondition(condition, { fields, hasBefore: false, pointer: '/when' }),
      (error: unknown) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.status, 400);
        assert.match(
          error.message,
          /priorty is not a field of this record type\. Did you mean priority\?/,
        );
        assert.match(error.message, /changed needs an update/);
        const [first, second] = error.members['errors'] as { pointer: string; allowed: string[] }[];
        assert.equal(first?.pointer, '/when/all/0/field');
        assert.ok(first?.allowed.includes('ci.category'));
        assert.equal(second?.pointer, '/when/all/1/operator');
        assert.ok(second?.allowed.includes('eq') && !second.allowed.includes('changed'));
        return true;
      },
    );
  });

  const accepted: [name: string, condition: unknown][] = [
    ['four levels', nestedCondition(4)],
    ['100 leaves', { any: [{ all: many(50) }, { none: many(50) }] }],
    ['1,000 values', { all: [leaf('category', 'in', Array.from({ length: 1000 }, String))] }],
    [
      'a custom field with the name of a prototype',
      { none: [leaf('custom.constructor', 'exists', true)] },
    ],
    ['null where there may be no value', { none: [leaf('ci.priority', 'neq', null)] }],
  ];
  for (const [name, condition] of accepted)
    test(`${name}: the condition is valid and is evaluated`, () => {
      assert.deepEqual(conditionFaults(condition, onUpdate), []);
      assert.equal(
        typeof compileCondition(condition as Condition, fields)({ after: {} }),
        'boolean',
      );
    });

  test('a custom field with the name of a prototype is read from own properties only', () => {
    const exists = compileCondition(
      { all: [{ field: 'custom.constructor', operator: 'exists' }] },
      fields,
    );
    assert.deepEqual(
      [
        exists({ after: {} }),
        exists({ after: { custom: {} } }),
        exists({ after: { custom: { constructor: 'x' } } }),
      ],
      [false, false, true],
    );
  });

  test('reading a huge condition ends at the limits', () => {
    const wide = { all: Array.from({ length: 200_000 }, () => ({ any: [] })) };
    assert.ok(conditionFaults(wide, onUpdate).length <= 102);
    const junk = { all: Array.from({ length: 200_000 }, (_, n) => n) };
    assert.ok(conditionFaults(junk, onUpdate).length <= 102);
    const deep = fromJson(`${'{"all":['.repeat(5000)}${']}'.repeat(5000)}`);
    assert.equal(conditionFaults(deep, onUpdate)[0]?.code, 'too_deep');
  });
});
