import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reportSteps, requestSteps } from './progress.ts';
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
    const rejected = {
      state: 'rejected',
      created_at: '1',
      decided_at: '2',
      fulfilled_at: null,
    } as const;
    assert.deepEqual(linesOf(requestSteps(rejected, [])), [
      'Sent done 1',
      'Not approved stopped 2',
    ]);
  });

  test('a request is sent, approved and done', () => {
    const request = {
      state: 'approved',
      created_at: '1',
      decided_at: '2',
      fulfilled_at: null,
    } as const;
    assert.deepEqual(linesOf(requestSteps(request, [])), [
      'Sent done 1',
      'Approved done 2',
      'Done current',
    ]);
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
