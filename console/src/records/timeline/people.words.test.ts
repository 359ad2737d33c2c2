import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { peopleText } from './people.words.ts';

const ADA = 'ada@example.com';
const nameOf = (email: string): string => email.split('@')[0] ?? email;
const text = (field: string, from: string[], to: string[]) =>
  peopleText({ field, from, to }, ADA, nameOf);

describe('Changes of people in words', () => {
  test('somebody who watches the record is not named twice', () => {
    assert.equal(text('watchers', [], [ADA]), 'watches the record');
    assert.equal(text('watchers', [ADA], []), 'stopped watching the record');
  });

  test('others are named, those who come and those who go', () => {
    const [bo, tina] = ['bo@example.com', 'tina@example.com'];
    assert.equal(text('cc', [], [bo, tina]), 'put bo, tina in copy');
    assert.equal(
      text('watchers', [bo], [tina]),
      'added tina to the watchers and removed bo from the watchers',
    );
  });

  test('other fields are described elsewhere', () => {
    assert.equal(text('state', [], []), undefined);
    assert.equal(text('constructor', [], []), undefined);
  });
});
