import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { checkRules } from './prove.ts';
import type { PlantFault } from './rules.ts';

describe('The SLA clock and its model', () => {
  testShort(propertyTests.sla);

  const isNewPeriod: (...rows: Parameters<PlantFault>) => boolean = (before, after) =>
    before.priority !== after.priority;
  const planted: [fault: string, plantFault: PlantFault][] = [
    [
      'a change of priority forgets the pauses',
      (before, after) => (isNewPeriod(before, after) ? { ...after, sla_paused_ms: 0 } : after),
    ],
    [
      'a change of priority ends the current pause',
      (before, after) =>
        isNewPeriod(before, after) && after.state === 'on_hold'
          ? { ...after, sla_halted_at: after.created_at }
          : after,
    ],
    [
      'a resume does not shift the breach',
      (before, after) =>
        before.state === 'on_hold' && after.state === 'in_progress'
          ? { ...after, sla_paused_ms: before.sla_paused_ms }
          : after,
    ],
    [
      'time spent resolved counts after a reopen',
      (before, after) =>
        after.state === 'reopened' && before.state === 'resolved'
          ? { ...after, sla_paused_ms: before.sla_paused_ms }
          : after,
    ],
    [
      'a reopen begins a new period',
      (before, after) =>
        after.state === 'reopened' && before.state === 'resolved'
          ? { ...after, sla_warned_at: null, sla_breached_at: null }
          : after,
    ],
    [
      'a new period emits all events again',
      (before, after) =>
        isNewPeriod(before, after)
          ? { ...after, sla_warned_at: null, sla_breached_at: null }
          : after,
    ],
    [
      'a new period emits no event again',
      (before, after) =>
        isNewPeriod(before, after)
          ? {
              ...after,
              sla_warned_at: before.sla_warned_at,
              sla_breached_at: before.sla_breached_at,
            }
          : after,
    ],
    [
      'after a resume nothing is due',
      (before, after) =>
        before.sla_halted_at !== null ? { ...after, sla_next_due_at: null } : after,
    ],
  ];
  for (const [fault, plantFault] of planted) {
    test(`the model detects a planted fault: ${fault}`, async () => {
      const faults = await checkRules(1000, 1, { steps: 0, events: 0 }, plantFault);
      assert.equal(faults.length, 1);
    });
  }
});
