import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stepText } from '../../ui/marks/progress-text.ts';
import { listSteps, reportSteps, requestSteps } from './progress.ts';
import { reportWords } from './status.words.ts';

const ME = 'anna@example.com';
const report = { created_at: '1', resolved_at: null, closed_at: null };
const moveTo = (to: string, at: string, actor = 'luca@example.com') => ({
  at,
  actor,
  changes: { state: { from: null, to } },
});
const linesOf = (steps: ReturnType<typeof reportSteps>): string[] =>
  steps.map(({ label, status, at = '' }) => `${label} ${status} ${at}`.trim());

describe('The steps of an employee', () => {
  test('a new report was sent, and nobody has begun', () => {
    assert.deepEqual(linesOf(reportSteps({ ...report, state: 'new' }, [], ME)), [
      'Sent done 1',
      'Working on it later',
      'Fixed later',
      'Confirmed later',
    ]);
  });

  test('a report that waits is worked on since its first move', () => {
    const entries = [moveTo('on_hold', '3'), moveTo('in_progress', '2')];
    assert.deepEqual(linesOf(reportSteps({ ...report, state: 'on_hold' }, entries, ME)), [
      'Sent done 1',
      'Working on it current 2',
      'Fixed later',
      'Confirmed later',
    ]);
  });

  test('a fixed report waits for the confirmation, and a reopened one is worked on again', () => {
    const entries = [moveTo('resolved', '3'), moveTo('in_progress', '2')];
    const fixed = { ...report, state: 'resolved', resolved_at: '3' } as const;
    assert.deepEqual(linesOf(reportSteps(fixed, entries, ME)).slice(2), [
      'Fixed done 3',
      'Confirmed current',
    ]);
    const again = { ...fixed, state: 'reopened' } as const;
    assert.deepEqual(
      linesOf(reportSteps(again, [moveTo('reopened', '4'), ...entries], ME)).slice(1),
      ['Working on it current 4', 'Fixed later', 'Confirmed later'],
    );
  });

  test('the last step says whether the reader confirmed it', () => {
    const closed = { ...report, state: 'closed', resolved_at: '3', closed_at: '4' } as const;
    const last = (actor: string) => reportSteps(closed, [moveTo('closed', '4', actor)], ME).at(-1);
    assert.equal(last('Anna@example.com')?.label, 'Confirmed');
    assert.equal(last('system@clients.example.com')?.label, 'Finished');
  });

  test('a withdrawn report and a request that was not approved stop there', () => {
    const withdrawn = reportSteps(
      { ...report, state: 'cancelled' },
      [moveTo('cancelled', '2')],
      ME,
    );
    assert.deepEqual(linesOf(withdrawn), ['Sent done 1', 'Withdrawn stopped 2']);
  });

  const request = {
    created_at: '1',
    decided_at: null,
    fulfilled_at: null,
    stages: [],
    tasks: { total: 0, done: 0 },
  };
  const stage = (decided_at: string | null, part = {}) => ({
    name: 'Manager',
    need: 'any' as const,
    state: decided_at === null ? ('open' as const) : ('approved' as const),
    approvers: [],
    waiting_for: [],
    decisions: [],
    nobody_left: false,
    started_at: '1',
    decided_at,
    ...part,
  });
  const step = (key: string, name: string, state: string) =>
    ({ key, name, state }) as Parameters<typeof listSteps>[1][number];

  test('a request shows each approval with its day, and how much of the work is done', () => {
    const progress = [
      step('sent', 'Sent', 'done'),
      step('stage', 'Manager', 'done'),
      step('stage', 'Security', 'done'),
      step('work', 'Work', 'current'),
      step('done', 'Done', 'waiting'),
    ];
    const approved = {
      ...request,
      state: 'approved',
      decided_at: '3',
      progress,
      stages: [stage('2'), stage('3')],
      tasks: { total: 5, done: 2 },
    } as const;
    assert.deepEqual(linesOf(requestSteps(approved, [])), [
      'Sent done 1',
      'Manager done 2',
      'Security done 3',
      'Work current',
      'Done later',
    ]);
    assert.equal(requestSteps(approved, [])[3]?.detail, '2 of 5');
    assert.equal(stepText(listSteps('approved', progress)), 'Work (4 of 5)');
  });

  test('a request that stopped has no later steps, and says why in words', () => {
    const progress = [
      step('sent', 'Sent', 'done'),
      step('stage', 'Manager', 'failed'),
      step('work', 'Work', 'waiting'),
    ];
    const rejected = { ...request, state: 'rejected', progress, stages: [stage('2')] } as const;
    assert.deepEqual(linesOf(requestSteps(rejected, [])), ['Sent done 1', 'Manager stopped 2']);
    assert.equal(requestSteps(rejected, [])[1]?.detail, 'Not approved');
    assert.equal(stepText(listSteps('rejected', progress)), 'Not approved');
    const cancelled = { ...request, state: 'cancelled', progress } as const;
    const steps = requestSteps(cancelled, [moveTo('cancelled', '4')]);
    assert.deepEqual(linesOf(steps)[1], 'Manager stopped 4');
    assert.equal(steps[1]?.detail, 'Withdrawn');
  });

  test('a stage without approvers says that a manager decides', () => {
    const progress = [step('sent', 'Sent', 'done'), step('stage', 'Manager', 'current')];
    const stuck = { ...request, state: 'submitted', progress } as const;
    const stages = [stage(null, { nobody_left: true })];
    assert.equal(requestSteps({ ...stuck, stages }, [])[1]?.detail, 'A manager decides');
  });

  test('a report that waits until a day names the day', () => {
    const waiting = { state: 'on_hold', on_hold_reason: 'awaiting_vendor' } as const;
    assert.match(
      reportWords({ ...waiting, on_hold_until: '2026-11-19T12:00:00.000Z' }).next,
      /on Thursday 19 November\.$/,
    );
    assert.doesNotMatch(reportWords(waiting).next, /back on it/);
  });
});
