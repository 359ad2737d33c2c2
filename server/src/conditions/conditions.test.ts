import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { bodyValidator } from '../platform/http/input/validation.ts';
import { nullable, oneOf } from '../platform/http/input/schema.ts';
import {
  compileCondition,
  Condition,
  type ConditionFields,
  conditionOperators,
  describeCondition,
  fieldsIn,
  type Leaf,
  requireCondition,
  schemaFields,
} from './index.ts';

const schema = Type.Object({
  priority: oneOf(['P1', 'P2', 'P3']),
  state: oneOf(['new', 'in_progress', 'resolved']),
  category: nullable(Type.String()),
  reopen_count: Type.Integer(),
  is_major: Type.Boolean(),
  due_at: nullable(Type.String({ format: 'date-time' })),
  ends_on: nullable(Type.String({ format: 'date' })),
  ci_ids: Type.Array(Type.String()),
  approvals: Type.Array(Type.Object({})),
  deleted_at: Type.Optional(Type.String()),
});
const ci = schemaFields(Type.Object({ class: Type.String() }), ['class']);
const site = schemaFields(Type.Object({ site: Type.String() }), ['site']);
const fields: ConditionFields = new Map([
  ...schemaFields(schema, Object.keys(schema.properties)),
  ...fieldsIn('ci', 'CI', ci, { hasBefore: false }),
  ...fieldsIn('custom', '', site, { hasBefore: true }),
]);

const record = {
  priority: 'P1',
  state: 'resolved',
  category: 'network',
  reopen_count: 2,
  is_major: true,
  due_at: '2026-11-15T09:30:00.000Z',
  ends_on: '2026-11-15',
  ci_ids: ['CI1', 'CI2'],
  custom: { site: 'munich' },
};
const before = { ...record, state: 'in_progress', category: null, custom: {} };
const subject = { before, after: record, ci: { class: 'server' } };

/** The first calendar is open from nine to ten, the other one never. */
const calendars = new Map([
  ['cal_1', {}],
  ['cal_2', {}],
]);

const holds = (condition: unknown, over: Parameters<ReturnType<typeof compileCondition>>[0]) =>
  compileCondition(
    requireCondition(condition, { fields, hasBefore: true, calendars }),
    fields,
    (id, time) => id === 'cal_1' && time.includes('T09:'),
  )(over);

const leaf = (field: string, operator: string, value?: unknown) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
});

type Case = [leaf: ReturnType<typeof leaf>, words: string];

const trueLeaves: Case[] = [
  [leaf('priority', 'eq', 'P1'), 'priority is P1'],
  [leaf('category', 'neq', 'a or b'), 'category is not "a or b"'],
  [leaf('category', 'neq', null), 'category has a value'],
  [leaf('priority', 'in', ['P1', 'P2']), 'priority is one of P1, P2'],
  [leaf('category', 'not_in', [null, 'mail']), 'category is none of no value, mail'],
  [leaf('reopen_count', 'gt', 1), 'reopen count is more than 1'],
  [
    leaf('due_at', 'gte', '2026-11-15T10:30:00+01:00'),
    'due at is not before 15 November 2026 at 09:30 UTC',
  ],
  [leaf('ends_on', 'lt', '2026-11-16'), 'ends on is before 2026-11-16'],
  [leaf('reopen_count', 'lte', 2), 'reopen count is at most 2'],
  [leaf('category', 'contains', 'two'), 'category contains two'],
  [leaf('ci_ids', 'contains', 'CI2'), 'CI ids contains CI2'],
  [leaf('ci_ids', 'not_contains', 'CI3'), 'CI ids does not contain CI3'],
  [leaf('category', 'starts_with', 'net'), 'category starts with net'],
  [leaf('category', 'ends_with', 'work'), 'category ends with work'],
  [leaf('ci.class', 'exists'), 'CI class has a value'],
  [leaf('is_major', 'eq', true), 'is major is true'],
  [leaf('custom.site', 'exists', true), 'site has a value'],
  [leaf('state', 'changed'), 'state changed'],
  [leaf('ci_ids', 'changed', false), 'CI ids did not change'],
  [leaf('category', 'changed_from', null), 'category changed from no value'],
  [leaf('state', 'changed_from', 'in_progress'), 'state changed from in progress'],
  [leaf('custom.site', 'changed_to', 'munich'), 'site changed to munich'],
  [leaf('due_at', 'in_hours', 'cal_1'), 'due at is in the hours of cal_1'],
  [leaf('due_at', 'out_of_hours', 'cal_2'), 'due at is outside the hours of cal_2'],
];

const falseLeaves = [
  leaf('category', 'eq', null),
  leaf('due_at', 'gt', '2026-11-15T09:30:00Z'),
  leaf('state', 'changed_to', 'new'),
  leaf('priority', 'changed_from', 'P1'),
  leaf('custom.site', 'exists', false),
  leaf('ci.class', 'in', [null, 'database']),
  leaf('due_at', 'out_of_hours', 'cal_1'),
];

describe('Conditions', () => {
  for (const [one, words] of trueLeaves)
    test(`a leaf holds: ${words}`, () => {
      assert.equal(holds({ all: [one] }, subject), true);
      assert.equal(holds({ none: [one] }, subject), false);
      const text = describeCondition({ all: [one as Leaf] }, fields);
      assert.equal(text.toLowerCase(), words.toLowerCase());
    });

  for (const one of falseLeaves)
    test(`a leaf does not hold: ${JSON.stringify(one)}`, () =>
      assert.equal(holds({ any: [one] }, subject), false));

  test('every operator has a case', () => {
    const used = new Set([...trueLeaves.map(([one]) => one.operator), 'eq']);
    assert.deepEqual(used, new Set(conditionOperators));
  });

  test('null and an absent value are the same in a record', () => {
    const absent = { any: [leaf('category', 'eq', null), leaf('due_at', 'exists', true)] };
    assert.ok(holds(absent, { after: { category: null } }));
    assert.ok(holds(absent, { after: {} }));
    assert.ok(
      !holds({ all: [leaf('category', 'changed')] }, { before: {}, after: { category: null } }),
    );
  });

  test('a new record has changed in nothing', () => {
    assert.ok(
      !holds(
        { any: [leaf('state', 'changed_to', 'resolved'), leaf('state', 'changed')] },
        { after: record },
      ),
    );
    assert.ok(holds({ all: [leaf('state', 'changed', false)] }, { after: record }));
  });

  test('the groups nest, and an empty all always holds', () => {
    const yes = leaf('priority', 'eq', 'P1');
    const no = leaf('priority', 'eq', 'P2');
    assert.ok(holds({ all: [yes, { any: [no, { none: [no, { all: [no] }] }] }] }, subject));
    assert.ok(!holds({ none: [no, { any: [no, yes] }] }, subject));
    assert.ok(holds({ all: [] }, subject));
  });

  test('a condition is described in words', () => {
    const condition = {
      all: [
        leaf('priority', 'eq', 'P1'),
        { any: [leaf('category', 'eq', 'network'), leaf('state', 'changed_to', 'resolved')] },
        { none: [leaf('is_major', 'eq', true)] },
      ],
    } as Condition;
    assert.equal(
      describeCondition(condition, fields),
      'Priority is P1 and (category is network or state changed to resolved) and not (is major is true)',
    );
    assert.equal(describeCondition({ all: [] }, fields), 'Always');
  });

  test('a text cannot pass for another part of the description', () => {
    const injected = { all: [leaf('category', 'eq', 'x and priority is P1') as Leaf] };
    assert.equal(describeCondition(injected, fields), 'Category is "x and priority is P1"');
    const long = {
      all: [
        leaf(
          'category',
          'in',
          Array.from({ length: 1000 }, (_, n) => `${n}${'x'.repeat(900)}`),
        ) as Leaf,
      ],
    };
    assert.ok(describeCondition(long, fields).length < 500);
    assert.match(describeCondition(long, fields), / and 995 more$/);
  });

  test('a description of a field that is gone has its name', () => {
    const condition = { all: [leaf('custom.old_site', 'eq', 'munich') as Leaf] };
    assert.equal(describeCondition(condition, new Map()), 'Custom.old site is munich');
    assert.equal(compileCondition(condition, new Map())({ after: { custom: {} } }), false);
  });

  test('objects and optional members are no fields', () => {
    for (const name of ['approvals', 'deleted_at', 'custom', 'ci'])
      assert.ok(!fields.has(name), name);
  });

  test('the schema accepts a condition, and refuses a leaf alone or two groups', () => {
    const faultsOf = (value: unknown) => bodyValidator(Condition)(value).faults.length;
    const valid = { all: [leaf('a', 'eq', 1), { any: [{ none: [leaf('b', 'exists')] }] }] };
    assert.equal(faultsOf(valid), 0);
    assert.notEqual(faultsOf(leaf('a', 'eq', 1)), 0);
    assert.notEqual(faultsOf({ all: [], none: [] }), 0);
    assert.notEqual(faultsOf({ all: [leaf('a', 'matches', '.*')] }), 0);
  });
});
