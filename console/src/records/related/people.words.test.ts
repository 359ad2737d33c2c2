import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Participant } from '../../api/index.ts';
import { kindText, orderPeople, sourceText } from './people.words.ts';

const person = (kind: string, email: string, source = 'added'): Participant =>
  ({ kind, email, source }) as Participant;

describe('Participants in words', () => {
  test('the requester comes first, watchers last, and each kind keeps its order', () => {
    const people = [
      person('watcher', 'w1'),
      person('cc', 'c1'),
      person('requester', 'r'),
      person('watcher', 'w2'),
    ];
    assert.deepEqual(
      orderPeople(people).map(({ email }) => email),
      ['r', 'c1', 'w1', 'w2'],
    );
  });

  test('a kind of a later release reads as its name, and comes last', () => {
    const approver = person('approver', 'a');
    assert.equal(kindText(approver), 'approver');
    assert.equal(orderPeople([approver, person('watcher', 'w')]).at(-1), approver);
  });

  test('only a mention explains how somebody came to the record', () => {
    assert.equal(sourceText(person('watcher', 'w', 'mention')), 'Mentioned in a note');
    assert.equal(sourceText(person('watcher', 'w', 'watch')), undefined);
  });
});
