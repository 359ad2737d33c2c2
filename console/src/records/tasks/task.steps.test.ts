import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskSummary } from '../../api/index.ts';
import { taskOf } from './task.fixture.ts';
import { taskSteps, waitText } from './task.steps.ts';

type Fields = Partial<TaskSummary>;

const words = (fields: Fields): string[] =>
  taskSteps(taskOf(fields)).map(({ label, unavailable }) =>
    unavailable === undefined ? label : `${label}: ${unavailable}`,
  );

describe('The steps of a task', () => {
  test('the usual next step comes first', () => {
    assert.deepEqual(words({}), ['Start', 'Finish', 'Skip']);
    const begun: Fields = {
      state: 'in_progress',
      allowed_transitions: ['open', 'done', 'skipped'],
    };
    assert.deepEqual(words(begun), ['Finish', 'Skip', 'Put back']);
    assert.deepEqual(words({ state: 'done', allowed_transitions: ['open'] }), ['Reopen']);
  });

  test('a task that waits can only be skipped, and says for what it waits', () => {
    const waits_for: Fields['waits_for'] = [
      { id: 'TSK0000001', name: 'Order it', state: 'open' },
      { id: 'TSK0000002', name: 'Pay it', state: 'open' },
    ];
    const waiting: Fields = { waits_for, is_ready: false, allowed_transitions: ['skipped'] };
    assert.equal(waitText(taskOf(waiting)), 'Waits for Order it and Pay it');
    assert.deepEqual(words(waiting), [
      'Start: Waits for Order it and Pay it.',
      'Finish: Waits for Order it and Pay it.',
      'Skip',
    ]);
  });

  test('a task of a request that is not approved cannot change', () => {
    const request: Fields['request'] = {
      id: 'REQ0000001',
      short_description: 'Laptop',
      state: 'cancelled',
    };
    assert.match(words({ request, allowed_transitions: [] })[0] ?? '', /request is approved/);
  });

  test('a task is not reopened while one that depends on it has begun', () => {
    assert.deepEqual(words({ state: 'done', allowed_transitions: [] }), [
      'Reopen: A task that depends on it has begun.',
    ]);
  });
});
