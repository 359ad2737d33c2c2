import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { personChoices } from './person.choices.ts';

const me = { name: 'Ines Falk', email: 'ines.falk@example.com' };
const anna = { name: 'Anna Berg', email: 'anna.berg@example.com' };
const mel = { name: 'Mel Ott', email: 'mel.ott@example.com' };

const labels = (part: Partial<Parameters<typeof personChoices>[0]>): string[] =>
  personChoices({ q: '', me, found: [], takesAddress: false, ...part }).map(({ label }) => label);

describe('The choice of a person', () => {
  test('I come first until somebody is searched for, and once in the list', () => {
    assert.deepEqual(labels({ found: [anna, me] }), ['Ines Falk (me)', 'Anna Berg']);
    assert.deepEqual(labels({ q: 'an', found: [anna] }), ['Anna Berg']);
    assert.deepEqual(labels({ q: 'in', found: [me] }), ['Ines Falk (me)']);
  });

  test('"me" means oneself, and its beginning first means others whose name begins so', () => {
    assert.deepEqual(labels({ q: 'ME', found: [mel] }), ['Ines Falk (me)', 'Mel Ott']);
    assert.deepEqual(labels({ q: 'm', found: [mel] }), ['Mel Ott', 'Ines Falk (me)']);
  });

  test('a typed address can be used only if the directory does not have everybody', () => {
    const q = 'bo@elsewhere.example';
    assert.deepEqual(labels({ q }), []);
    assert.deepEqual(labels({ q, takesAddress: true }), [`Use “${q}”`]);
    assert.deepEqual(labels({ q: 'bo', takesAddress: true }), []);
    const upper = anna.email.toUpperCase();
    assert.deepEqual(labels({ q: upper, found: [anna], takesAddress: true }), ['Anna Berg']);
  });

  test('an identity without a name in the directory is not offered', () => {
    assert.deepEqual(labels({ me: undefined, found: [anna] }), ['Anna Berg']);
  });
});
