import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimelineEntry } from '../../api/index.ts';
import { foldRepeats } from './repeats.ts';

const entry = (id: string, fields: object = {}): TimelineEntry =>
  ({
    id,
    at: '2026-11-15T09:30:00.000Z',
    actor: 'ada@example.com',
    kind: 'incident.updated',
    record: { type: 'incident', id: 'INC0000001' },
    ...fields,
  }) as TimelineEntry;

const note = { id: 'note', body: 'CPU at 97 %', visibility: 'team' };
const occurrences = { from: 1, to: 2 };
const repeat = (id: string, fields: object = {}) =>
  entry(id, { note, changes: { occurrences }, ...fields });
const delivery = (id: string) => entry(id, { kind: 'webhook.delivery' });

/** Returns the ids of entries; the ids of a run are an array. */
const shape = (entries: TimelineEntry[]) =>
  foldRepeats(entries).map((one) => ('entries' in one ? one.entries.map(({ id }) => id) : one.id));

describe('Repeats of an alert', () => {
  test('repeats of an alert are one entry, and their deliveries follow it', () => {
    const entries = [repeat('a'), delivery('d'), repeat('b'), repeat('c')];
    assert.deepEqual(shape(entries), [['a', 'b', 'c'], 'd']);
  });

  test('a single repeat stays a note', () => {
    assert.deepEqual(shape([repeat('a'), entry('x', { note })]), ['a', 'x']);
  });

  test('a run of repeats ends when something else happens', () => {
    const change = entry('x', { changes: { state: { from: 'new', to: 'in_progress' } } });
    assert.deepEqual(shape([repeat('a'), repeat('b'), change, repeat('c'), repeat('d')]), [
      ['a', 'b'],
      'x',
      ['c', 'd'],
    ]);
  });

  test('a repeat that also changes another field is not folded', () => {
    const raised = { occurrences, priority: { from: 'P3', to: 'P1' } };
    assert.deepEqual(shape([repeat('a'), repeat('b', { changes: raised }), repeat('c')]), [
      'a',
      'b',
      'c',
    ]);
  });

  test('the repeats of two webhooks are two entries', () => {
    const [one, other] = [{ via: { id: 'whr_1' } }, { via: { id: 'whr_2' } }];
    const entries = [repeat('a', one), repeat('b', other), repeat('c', one), repeat('d', other)];
    assert.deepEqual(shape(entries), [
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });
});
