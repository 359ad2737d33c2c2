import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changesOf,
  type FormField,
  isSame,
  NOT_VALID,
  reasonAgainst,
  sortFaults,
} from './form-field.ts';

interface Values {
  name: string;
  days: string;
  members: readonly string[];
}

const fields: readonly FormField<Values>[] = [
  { name: 'name', kind: 'text', label: 'Name', missing: 'Enter a name first.' },
  {
    name: 'days',
    kind: 'number',
    label: 'Days',
    pointer: '/retention/days',
    fault: (text) => (Number(text) > 0 ? undefined : 'Enter a number above 0.'),
  },
  { name: 'members', kind: 'lines', label: 'Members, one per line' },
];

const values: Values = { name: 'Service desk', days: '7', members: ['ada@example.com'] };

describe('A form of administration', () => {
  test('a form says why it cannot be sent', () => {
    const spec = { fields, bodyOf: (all: Values) => (all.days === '13' ? undefined : all) };
    assert.equal(reasonAgainst(spec, values), undefined);
    assert.equal(reasonAgainst(spec, { ...values, name: ' ' }), 'Enter a name first.');
    assert.equal(reasonAgainst(spec, { ...values, days: '0' }), NOT_VALID);
    assert.equal(reasonAgainst(spec, { ...values, days: '13' }), NOT_VALID);
  });

  test('only values that differ are sent, so that changes of others survive', () => {
    assert.deepEqual(changesOf(values, { ...values, days: '8' }), { days: '8' });
    assert.deepEqual(changesOf(values, { ...values, members: ['ada@example.com'] }), {});
    assert.deepEqual(changesOf<Values>(undefined, values), values);
  });

  test('each refusal is shown once: at its field, or below with its label', () => {
    const faults = new Map([
      ['/name', 'name is taken.'],
      ['/retention/days', 'At most 400.'],
      ['/members/0', 'members.0 must be an e-mail address.'],
      ['', 'Too many groups.'],
    ]);
    const { atFields, elsewhere } = sortFaults(fields, values, faults);
    assert.deepEqual(
      [...atFields],
      [
        ['name', 'Name is taken.'],
        ['days', 'At most 400.'],
      ],
    );
    assert.deepEqual(elsewhere, ['Members: line 1 must be an e-mail address.', 'Too many groups.']);
  });

  test('values are the same whatever the order of their members', () => {
    assert.ok(isSame([{ a: 1, b: ['x'] }], [{ b: ['x'], a: 1 }]));
    for (const other of [[{ a: 1 }], [{ a: 1, b: ['y'] }], [], null])
      assert.ok(!isSame([{ a: 1, b: ['x'] }], other), JSON.stringify(other));
  });
});
