import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { compareLedger } from './prove.ts';
import type { Plant, Row } from './subject.ts';

type Clocks = NonNullable<Row['sla_clocks']>;
type Clock = NonNullable<Clocks['resolution']>;

/** Changes each clock of the row as a faulty server would. */
const withClocks = (row: Row, change: (clock: Clock, metric: keyof Clocks) => Clock): Row => ({
  ...row,
  sla_clocks:
    row.sla_clocks &&
    Object.fromEntries(
      Object.entries(row.sla_clocks).map(([metric, clock]) => [
        metric,
        change(clock, metric as keyof Clocks),
      ]),
    ),
});

const removeMarks = (clock: Clock): Clock => ({ ...clock, warned_at: null, breached_at: null });

const planted: [fault: string, plant: Plant][] = [
  [
    'holds pause no clock',
    {
      policies: (policy) => ({
        ...policy,
        pause: { first_response: [], update: [], resolution: [] },
      }),
    },
  ],
  ['a note of the requester is a response', { isResponse: (note) => note !== null }],
  ['a response is not noticed', { isResponse: () => false }],
  [
    'after a hold all hours count',
    {
      row: (before, after) =>
        before.state === 'on_hold' && after.state !== 'on_hold'
          ? withClocks(after, (clock) => ({
              ...clock,
              breach_at: new Date(
                Date.parse(clock.since) + clock.target_seconds * 1000 - clock.before_ms,
              ).toISOString(),
            }))
          : after,
    },
  ],
  [
    'another policy forgets what has fired',
    {
      row: (before, after) =>
        before.sla_policy?.id === after.sla_policy?.id ? after : withClocks(after, removeMarks),
    },
  ],
  [
    'another policy forgets the time before',
    {
      row: (before, after) =>
        before.sla_policy?.id === after.sla_policy?.id
          ? after
          : withClocks(after, (clock) => ({ ...clock, since: after.updated_at, before_ms: 0 })),
    },
  ],
  [
    'another priority fires everything again',
    {
      row: (before, after) =>
        before.priority === after.priority ? after : withClocks(after, removeMarks),
    },
  ],
  [
    'a response does not restart the update',
    {
      row: (before, after) =>
        withClocks(after, (clock, metric) =>
          metric === 'update' ? (before.sla_clocks?.update ?? clock) : clock,
        ),
    },
  ],
  [
    'the clocks of a duplicate run on',
    {
      row: (before, after) =>
        (after as { merged_into?: string | null }).merged_into
          ? { ...after, sla_clocks: before.sla_clocks }
          : after,
    },
  ],
];

describe('Clocks of SLA policies and the interpreter of the decisions', () => {
  testShort(propertyTests['sla-policies']);

  for (const [fault, plant] of planted)
    test(`the comparison detects a planted fault: ${fault}`, async () => {
      const { faults } = await compareLedger({ histories: 60, days: 20, seed: 1 }, plant, 1);
      assert.equal(faults.length, 1);
    });
});
