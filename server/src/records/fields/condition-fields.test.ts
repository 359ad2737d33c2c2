import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { compose } from '../../feature.ts';
import { features } from '../../features.ts';
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

  test('custom fields have their keys below custom', () => {
    const site = { label: 'site', kind: 'text', isNullable: true, hasBefore: true } as const;
    const fields = conditionFieldsOf('request', new Map([['site', site]]));
    assert.deepEqual(fields.get('custom.site'), site);
  });
});
