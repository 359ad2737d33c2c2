import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answersToSend,
  evaluateValues,
  faultsByKey,
  faultsInResponse,
  textAtField,
} from './answers.ts';
import type { Question } from './forms.ts';

const question = (key: string, part: Partial<Question> = {}): Question => ({
  key,
  label: key,
  help: null,
  type: 'text',
  choices: [],
  required: false,
  default: null,
  show_if: null,
  ...part,
});
const form = [
  question('remote', { type: 'boolean', required: true }),
  question('address', {
    required: true,
    show_if: { all: [{ field: 'remote', operator: 'eq', value: true }] },
  }),
  question('seats', { type: 'integer', default: 1 }),
  question('tools', { type: 'text' }),
];

describe('The values of a form', () => {
  test('a hidden question keeps its value, which is neither checked nor sent', () => {
    const values = { remote: false, address: '12 Hill Road' };
    assert.deepEqual(evaluateValues(form, values).visible, ['remote', 'seats', 'tools']);
    assert.deepEqual(evaluateValues(form, values).faults, []);
    assert.deepEqual(answersToSend(form, values), { remote: false });
    const shown = { ...values, remote: true };
    assert.deepEqual(answersToSend(form, shown), { remote: true, address: '12 Hill Road' });
  });

  test('a question that was emptied is sent as null, and one that was not touched has its default', () => {
    assert.equal(evaluateValues(form, { remote: false }).answers['seats'], 1);
    assert.deepEqual(answersToSend(form, { remote: false, seats: '' }), {
      remote: false,
      seats: null,
    });
  });

  test('white space is no answer', () => {
    const { faults } = evaluateValues(form, { remote: true, address: ' \n', tools: '  ' });
    assert.deepEqual(
      faults.map(({ pointer, code }) => [pointer, code]),
      [['/address', 'required']],
    );
    assert.equal(answersToSend(form, { tools: ' hammer ' })['tools'], 'hammer');
  });

  test('a value of a question that the form no longer has is left out', () => {
    assert.deepEqual(evaluateValues(form, { remote: false, gone: 'x' }).faults, []);
    assert.deepEqual(answersToSend(form, { remote: false, gone: 'x' }), { remote: false });
  });

  test('a text that is no number is refused at its question', () => {
    const { faults } = evaluateValues(form, { remote: false, seats: 'two' });
    assert.deepEqual([...faultsByKey(faults)], [['seats', '“seats” takes a whole number.']]);
  });
});

describe('The faults of a form', () => {
  test('a question shows its first fault, and the order is that of the form', () => {
    const faults = [
      { pointer: '/b', message: 'one' },
      { pointer: '/a~1c', message: 'two' },
      { pointer: '/b', message: 'three' },
    ];
    assert.deepEqual(
      [...faultsByKey(faults)],
      [
        ['b', 'one'],
        ['a/c', 'two'],
      ],
    );
  });

  test('only the faults of a response that are about answers belong to questions', () => {
    const response = new Map([
      ['/answers/address', 'too long'],
      ['/requested_for', 'unknown'],
    ]);
    assert.deepEqual([...faultsInResponse(response)], [['address', 'too long']]);
  });

  test('a message at its field does not repeat the question', () => {
    assert.equal(textAtField('Site', '“Site” needs an answer.'), 'Needs an answer.');
    assert.equal(textAtField('Site', 'The site is closed.'), 'The site is closed.');
  });
});
