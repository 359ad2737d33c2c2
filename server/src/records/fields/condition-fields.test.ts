import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { compose } from '../../feature.ts';
import { features } from '../../features.ts';
import {
  compileCondition,
  type Condition,
  type ConditionFields,
  conditionFaults,
  describeCondition,
  type Leaf,
} from '../../conditions/index.ts';
import {
  type FieldDefinition,
  type FieldType,
  fieldTypes,
} from '../../platform/runtime/custom-fields.ts';
import { conditionFieldsOf } from './condition-fields.ts';

const namesOf = (type: Parameters<typeof conditionFieldsOf>[0]) => [
  ...conditionFieldsOf(type).keys(),
];

describe('The fields of conditions', () => {
  before(() => compose(features));

  test('an incident has its own fields and those of its CI, requester and note', () => {
    const fields = conditionFieldsOf('incident');
    assert.deepEqual(
      fields.get('priority')?.choices?.map(({ value }) => value),
      ['P1', 'P2', 'P3', 'P4'],
    );
    assert.deepEqual(
      [
        'category',
        'ci.class',
        'requester.email',
        'note.visibility',
        'sla_breach_at',
        'work_notes_count',
      ].map((name) => fields.get(name)?.kind),
      ['text', 'text', 'text', 'choice', 'time', 'number'],
    );
    assert.deepEqual(
      ['priority', 'category', 'ci.class'].map((name) => fields.get(name)?.isNullable),
      [false, true, true],
    );
    assert.deepEqual(
      ['assigned_to', 'ci_id', 'ci.ip_address', 'requester.name', 'note.author'].map(
        (name) => fields.get(name)?.label,
      ),
      ['assigned to', 'CI id', 'CI IP address', "requester's name", 'note author'],
    );
  });

  test('no field is computed for a caller, internal or secret', () => {
    for (const name of [
      'number',
      'allowed_transitions',
      'sla',
      'ci',
      'deleted_at',
      'note_counts',
      'priority_explicit',
    ])
      assert.ok(!namesOf('incident').includes(name), name);
    for (const name of namesOf('incident')) assert.doesNotMatch(name, /password|hash|secret|token/);
  });

  test('a type without a CI or notes has no such fields', () => {
    assert.ok(
      namesOf('change').includes('ci_ids') && namesOf('change').includes('requester.email'),
    );
    assert.ok(!namesOf('change').some((name) => name.startsWith('ci.')));
    assert.ok(!namesOf('ci').some((name) => name.startsWith('note.')));
    assert.deepEqual(namesOf('outbound_webhook'), []);
  });

  describe('of the instance', () => {
    const choices = [
      { value: 'munich', label: 'Munich', active: true },
      { value: 'bonn', label: 'Bonn', active: false },
    ];
    const field = (key: string, type: FieldType, more: Partial<FieldDefinition> = {}) =>
      ({ record_type: 'incident', key, label: key, type, choices: [], ...more }) as FieldDefinition;
    const definitions = new Map([
      [
        'incident',
        [
          ...fieldTypes.map((type) => field(`a_${type}`, type)),
          field('site', 'choice', { label: 'Site', choices }),
          field('sites', 'choices', { label: 'Other sites', choices, active: false }),
        ],
      ],
    ]);
    let fields: ConditionFields;
    before(() => {
      fields = conditionFieldsOf('incident', definitions);
    });
    const pointersOf = (...leaves: Leaf[]) =>
      conditionFaults({ all: leaves }, { fields, hasBefore: true }).map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );

    test('each type of field has the operators of its kind', () => {
      const kindsOf = fieldTypes.map((type) => fields.get(`custom.a_${type}`)?.kind);
      assert.equal(
        kindsOf.join(' '),
        'text text number number boolean date time choice list text text text',
      );
      assert.deepEqual(
        pointersOf(
          { field: 'custom.a_integer', operator: 'starts_with', value: '1' },
          { field: 'custom.a_integer', operator: 'gte', value: '1' },
          { field: 'custom.a_integer', operator: 'changed_to', value: null },
          { field: 'custom.site', operator: 'eq', value: 'paris' },
          { field: 'custom.site', operator: 'in', value: ['bonn', 'munich'] },
          { field: 'custom.sites', operator: 'contains', value: 'bonn' },
        ),
        ['/all/0/operator not_allowed', '/all/1/value invalid_type', '/all/3/value not_allowed'],
      );
    });

    test('an unknown key, and that of another record type, are refused with the nearest', () => {
      const leaf: Leaf = { field: 'custom.sit', operator: 'eq', value: 'munich' };
      const [fault] = conditionFaults({ all: [leaf] }, { fields, hasBefore: true });
      assert.deepEqual(
        [fault?.pointer, fault?.code, fault?.nearest],
        ['/all/0/field', 'not_allowed', 'custom.site'],
      );
      assert.ok(!conditionFieldsOf('change', definitions).has('custom.site'));
    });

    test('a condition reads the values of rows, before an update and after it', () => {
      const condition: Condition = {
        all: [
          { field: 'custom.site', operator: 'changed_to', value: 'munich' },
          { field: 'custom.sites', operator: 'contains', value: 'bonn' },
          { field: 'custom.a_text', operator: 'exists', value: false },
        ],
      };
      const holds = compileCondition(condition, fields);
      const sites = ['bonn'];
      const after = { custom_values: { site: 'munich', sites } };
      assert.equal(holds({ before: { custom_values: null }, after }), true);
      assert.equal(holds({ before: after, after }), false);
      assert.equal(holds({ after: { custom_values: null } }), false);
      assert.equal(
        describeCondition(condition, fields),
        'Site changed to Munich and Other sites contains Bonn and a_text has no value',
      );
    });
  });
});
