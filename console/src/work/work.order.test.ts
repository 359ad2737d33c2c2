import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskSummary } from '../api/index.ts';
import { orderWork, reasonForLeavingWork, sectionOf } from './work.order.ts';

const me = { email: 'ada@example.com', groups: ['Workplace'] };

const task = (id: string, fields: Partial<TaskSummary> = {}): TaskSummary => ({
  id,
  request_id: 'REQ0000001',
  name: id,
  assignment_group: 'Workplace',
  assigned_to: 'ada@example.com',
  depends_on: [],
  state: 'open',
  due_at: null,
  is_ready: true,
  waits_for: [],
  request: { id: 'REQ0000001', short_description: 'Laptop', state: 'approved' },
  allowed_transitions: [],
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
  ...fields,
});

describe('My work', () => {
  test('ready tasks come first, then those that wait, then those that nobody has', () => {
    const tasks = [
      task('free', { assigned_to: null, due_at: '2026-11-16T09:00:00.000Z' }),
      task('waiting', { is_ready: false, due_at: '2026-11-16T09:00:00.000Z' }),
      task('undated'),
      task('late', { due_at: '2026-11-30T09:00:00.000Z' }),
      task('soon', { due_at: '2026-11-17T09:00:00.000Z' }),
      task('begun', { state: 'in_progress' }),
    ];
    assert.deepEqual(
      orderWork(tasks).map(({ id }) => id),
      ['soon', 'late', 'begun', 'undated', 'waiting', 'free'],
    );
  });

  test('a task that nobody has is in the last section, ready ones of it first', () => {
    const [blocked, ready] = [
      task('a', { assigned_to: null, is_ready: false }),
      task('b', { assigned_to: null }),
    ];
    assert.equal(sectionOf(blocked), 'free');
    assert.deepEqual(
      orderWork([blocked, ready]).map(({ id }) => id),
      ['b', 'a'],
    );
  });

  test('a task leaves when it ends, or when somebody else has it', () => {
    assert.equal(reasonForLeavingWork(task('a'), me), undefined);
    assert.equal(
      reasonForLeavingWork(task('a', { assigned_to: 'ADA@example.com' }), me),
      undefined,
    );
    assert.equal(reasonForLeavingWork(task('a', { state: 'done' }), me), 'done');
    const taken = task('a', { assigned_to: 'ben@example.com' });
    assert.match(reasonForLeavingWork(taken, me) ?? '', /^assigned to/);
    const free = { assigned_to: null };
    assert.equal(reasonForLeavingWork(task('a', free), me), undefined);
    const others = task('a', { ...free, assignment_group: 'Network' });
    assert.equal(reasonForLeavingWork(others, me), 'now Network');
  });
});
