import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  blank,
  bodyOf,
  choicesFault,
  fieldOf,
  keyFault,
  keyOf,
  movedPositions,
  sortFields,
} from './fields.form.ts';

const choice = (label: string, value = '') => ({ value, label, active: true, isSaved: false });

describe('The form of a field', () => {
  test('the key is made from the label', () => {
    assert.equal(keyOf('Cost centre'), 'cost_centre');
    assert.equal(keyOf('2nd Façade – Nord!'), 'nd_facade_nord');
    assert.equal(keyOf('x'.repeat(60)).length, 40);
    for (const label of ['Standort', 'Élan', 'A'.repeat(39) + ' b'])
      assert.equal(keyFault(keyOf(label)), undefined);
    assert.ok(keyFault('Site') && keyFault('1st') && keyFault('a-b') && keyFault('a'.repeat(41)));
  });

  test('a field of choices is complete once each choice has a label of its own', () => {
    const values = { ...blank, label: 'Site', type: 'choice' as const };
    const body = bodyOf('incident');
    assert.equal(body({ ...values, choices: [choice('Munich'), choice(' ')] }), undefined);
    assert.equal(choicesFault([choice('A'), choice('A')]), 'Two choices are the same.');
    assert.deepEqual(body({ ...values, choices: [choice('Munich '), choice('HQ', 'zrh')] }), {
      record_type: 'incident',
      key: 'site',
      type: 'choice',
      label: 'Site',
      choices: [
        { value: 'Munich', label: 'Munich', active: true },
        { value: 'zrh', label: 'HQ', active: true },
      ],
      description: null,
      default: null,
      required: false,
      visible_to: 'everyone',
      editable_by: 'everyone',
      filterable: false,
    });
  });

  test('values that do not fit the chosen type are left out', () => {
    const values = {
      ...blank,
      label: 'Log',
      type: 'long_text' as const,
      choices: [choice('')],
      default: { type: 'integer' as const, value: 3 },
      filterable: true,
      visible_to: 'agents' as const,
    };
    const body = bodyOf('change')(values);
    assert.deepEqual(
      [body?.choices, body?.default, body?.filterable, body?.editable_by],
      [[], null, false, 'agents'],
    );
    assert.equal(fieldOf('change', values).default, null);
  });
});

describe('The order of fields', () => {
  const fields = (...positions: number[]) =>
    positions.map((position, index) => ({ id: 'abcdef'.charAt(index), position }));
  const orderAfter = (before: ReturnType<typeof fields>, id: string, step: 1 | -1): string => {
    const changes = new Map(movedPositions(before, id, step).map((one) => [one.id, one.position]));
    return sortFields(
      before.map((field) => ({ ...field, position: changes.get(field.id) ?? field.position })),
    )
      .map((field) => field.id)
      .join('');
  };

  test('a moved field gets a number between its neighbours', () => {
    assert.deepEqual(movedPositions(fields(10, 20, 30), 'c', -1), [{ id: 'c', position: 15 }]);
    assert.equal(movedPositions(fields(10, 20, 30), 'a', -1).length, 0);
    assert.equal(movedPositions(fields(10, 20, 30), 'c', 1).length, 0);
  });

  test('every field moves by one place, whatever the numbers are', () => {
    for (const positions of [
      [10, 20, 30, 40],
      [0, 1, 2, 3],
      [7, 7, 7, 7],
      [0, 0, 5, 5],
    ]) {
      const before = fields(...positions);
      assert.equal(orderAfter(before, 'a', 1), 'bacd', String(positions));
      assert.equal(orderAfter(before, 'b', -1), 'bacd', String(positions));
      assert.equal(orderAfter(before, 'c', 1), 'abdc', String(positions));
      assert.equal(orderAfter(before, 'd', -1), 'abdc', String(positions));
    }
  });
});
