import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Presence } from '../api/index.ts';
import { PresentPeople } from './present-people.ts';

const presence = (actor: string, second: number, mode: Presence['mode'] = 'viewing'): Presence => ({
  record: { type: 'incident', id: 'INC0000001' },
  mode,
  actor,
  expires_at: new Date(second * 1000).toISOString(),
});

describe('People at a record', () => {
  test('a person is new once, and a repeated announcement changes nothing that is shown', () => {
    const people = new PresentPeople();
    let changes = 0;
    people.subscribe(() => (changes += 1));
    assert.equal(people.announce(presence('bo', 10)), true);
    const shown = people.of('INC0000001');
    assert.equal(people.announce(presence('bo', 20)), false);
    assert.equal(people.of('INC0000001'), shown);
    assert.equal(changes, 1);
    people.announce(presence('bo', 20, 'editing'));
    assert.deepEqual(
      people.of('INC0000001').map(({ mode }) => mode),
      ['editing'],
    );
  });

  test('a person who does not announce again is gone', () => {
    const people = new PresentPeople();
    people.announce(presence('bo', 10));
    people.announce(presence('ada', 30));
    people.purgeExpired(20_000);
    assert.deepEqual(
      people.of('INC0000001').map(({ actor }) => actor),
      ['ada'],
    );
    people.purgeExpired(40_000);
    assert.deepEqual(people.of('INC0000001'), []);
    assert.deepEqual(people.of('INC0000002'), []);
  });
});
