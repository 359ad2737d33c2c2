import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LeaderChoice } from '../../api/index.ts';
import { duplicatesAmong, leaderChoices } from './merging.choices.ts';

const incident = (id: string, fields: Partial<LeaderChoice> = {}): LeaderChoice => ({
  id,
  short_description: `Title of ${id}`,
  priority: 'P3',
  state: 'new',
  requester: null,
  created_at: '2026-11-19T09:00:00.000Z',
  ...fields,
});

const idsOf = (offers: ReturnType<typeof leaderChoices>) => offers.map((one) => one.incident.id);

describe('Leaders to choose from', () => {
  test('one incident is offered all that were found but itself', () => {
    const found = [incident('INC1'), incident('INC2')];
    assert.deepEqual(idsOf(leaderChoices([incident('INC1')], found, '')), ['INC2']);
  });

  test('the oldest open one of several is offered first, then others', () => {
    const early = incident('INC2', { created_at: '2026-11-19T08:00:00.000Z' });
    const ended = incident('INC3', { created_at: '2026-11-19T07:00:00.000Z', state: 'resolved' });
    const subjects = [incident('INC1'), early, ended];
    assert.deepEqual(idsOf(leaderChoices(subjects, [incident('INC9')], '')), [
      'INC2',
      'INC1',
      'INC9',
    ]);
    assert.deepEqual(idsOf(leaderChoices(subjects, [], 'of inc1')), ['INC1']);
  });

  test('the leader is not merged into itself', () => {
    const subjects = [incident('INC1'), incident('INC2')];
    assert.deepEqual(duplicatesAmong(subjects, 'INC2'), [subjects[0]]);
  });
});
