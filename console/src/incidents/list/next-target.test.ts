import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IncidentRow, NextTarget } from '../../api/index.ts';
import { clockOf, nextTargetOf } from './next-target.ts';

const as_of = '2026-11-16T08:00:00.000Z';
const sla = { as_of } as IncidentRow['sla'];
const target = (metric: string, hour: number, state = 'running', met_at: string | null = null) =>
  ({
    metric,
    state,
    met_at,
    target_seconds: 3600,
    remaining_seconds: 60,
    breach_at: `2026-11-16T${hour}:00:00.000Z`,
  }) as never;

test('a row of a list has the next target from the service', () => {
  const next_target = { metric: 'update' } as NextTarget;
  assert.equal(nextTargetOf({ sla, next_target }), next_target);
  assert.equal(nextTargetOf({ sla }), null);
  assert.equal(nextTargetOf({ sla, next_target: null }), null);
});

test('a row that was saved has the running target that is breached first', () => {
  const stopped = [
    target('first_response', 10, 'met', as_of),
    target('update', 11, 'paused'),
    target('update', 12, 'breached', as_of),
  ];
  const of = (sla_targets: never[]) => nextTargetOf({ sla, sla_targets, next_target: null });
  const next = of([...stopped, target('resolution', 15), target('update', 14)]);
  assert.deepEqual([next?.metric, next?.as_of], ['update', as_of]);
  assert.equal(
    of([target('update', 14), target('resolution', 13, 'breached')])?.metric,
    'resolution',
  );
  assert.equal(of(stopped), null);
});

test('a breached target runs on', () => {
  const next = { state: 'breached', metric: 'update' } as NextTarget;
  assert.deepEqual(clockOf(next), { state: 'running', breached: true, metric: 'update' });
});
