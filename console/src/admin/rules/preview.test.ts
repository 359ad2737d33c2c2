import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changedTexts,
  changesOf,
  faultTexts,
  resultText,
  sentTexts,
  sinceOf,
  skippedTexts,
} from './preview.words.ts';

const result = {
  events: 3120,
  since: '2026-10-15T00:00:00.000Z',
  is_complete: true,
  runs: 37,
  records: 35,
  changed: { category: 1, assigned_to: 37, version: 37, sla_breach_at: 3 },
  sample: [],
};

describe('The preview of a rule', () => {
  test('the result says how much was tried, and how often the rule would have run', () => {
    assert.equal(
      resultText(result),
      '3,120 creations and updates tried: the rule would have run 37 times, on 35 records.',
    );
    assert.equal(
      resultText({ ...result, events: 1, runs: 1, records: 1 }),
      '1 creation or update tried: the rule would have run once, on 1 record.',
    );
    assert.match(resultText({ ...result, runs: 0 }), /tried: the rule would not have run\.$/);
    assert.match(
      resultText({ ...result, is_complete: false }),
      /^The newest 3,120 creations and updates, since Thu 15 Oct/,
    );
  });

  test('fields are counted, the most frequent first, without those that follow from others', () => {
    assert.deepEqual(changedTexts(result, 'incident'), ['Assignee 37 times', 'Category 1 time']);
    assert.deepEqual(
      changesOf(
        { changes: { priority: { from: 'P3', to: 'P1' }, version: { from: 1, to: 2 } } },
        'incident',
      ),
      [{ label: 'Priority', before: 'P3', after: 'P1' }],
    );
  });

  test('a run names the messages that it would send and the actions that it would skip', () => {
    const nameOf = (email: string) => email;
    assert.deepEqual(
      sentTexts({ sent: [{ action: 'mail', recipients: ['a@x'] }], watchers: ['b@x'] }, nameOf),
      ['Mail to a@x', 'Watchers: b@x'],
    );
    assert.deepEqual(
      skippedTexts({ skipped: [{ action: 'assign', code: 'x', message: 'Nobody is available.' }] }),
      ['Assign skipped: Nobody is available.'],
    );
  });

  test('a refusal names the part of the form that it is about', () => {
    const faults = new Map([
      ['/rule/actions/1/assign/group', 'rule.actions.1.assign.group is unknown.'],
      ['/rule/when/all/0/value', 'rule.when.all.0.value must be text.'],
      ['/since', 'since is too early.'],
    ]);
    assert.deepEqual(faultTexts(faults), [
      'Action 2: This is unknown.',
      'Condition: This must be text.',
      'since is too early.',
    ]);
  });

  test('a week begins seven days before now', () => {
    assert.equal(sinceOf('week', Date.parse('2026-11-15T12:00:00Z')), '2026-11-08T12:00:00.000Z');
  });
});
