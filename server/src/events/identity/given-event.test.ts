import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type GivenEvent, isMissing, newestOf } from './given-event.ts';

const given: GivenEvent = {
  identity: '5f0c2a9e',
  generation: 2,
  position: 40,
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  occurred_at: '2026-11-15T09:30:00.000Z',
};
const other = '019a8651-7f9e-7c3e-9d5e-ffffffffffff';
const retained = new Date('2026-10-01');
const dropped = new Date('2026-11-16');

describe('Events that were given to somebody', () => {
  const cases: [title: string, generation: number, found: object[], since: Date, is: boolean][] = [
    ['the log has', 2, [given], retained, false],
    ['the log lacks', 2, [], retained, true],
    ['has its position taken by another one', 2, [{ ...given, id: other }], retained, true],
    ['has another position', 2, [{ ...given, position: 41 }], retained, true],
    ['is older than the retained events', 2, [], dropped, false],
    ['belongs to an earlier generation', 3, [], retained, false],
    ['belongs to a later generation', 1, [given], dropped, true],
  ];
  for (const [title, generation, found, since, is] of cases)
    test(`a restore is ${is ? 'noticed' : 'not suspected'} by an event that ${title}`, () => {
      assert.equal(isMissing(given, { generation, found: found as GivenEvent[] }, since), is);
    });

  test('an event is newer by its generation first, then by its position', () => {
    const later = { ...given, generation: 3, position: 1 };
    const further = { ...given, position: 41 };
    assert.equal(newestOf([given, later, further, undefined]), later);
    assert.equal(newestOf([further, given]), further);
    assert.equal(newestOf([undefined]), undefined);
  });
});
