import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile } from '../../support/client.ts';
import { type Observation, checkShown } from './bucket-state.ts';

const size = { capacity: 10, perSecond: 10 };
const SECONDS = performance.timeOrigin / 1000;

/** Returns the state that a bucket of 10 with 10 a second shows to requests at these moments, received 5 ms later. */
function truth(moments: readonly number[]): Observation[] {
  let fullAt = 0;
  return moments.map((moment) => {
    const before = Math.max(moment, fullAt);
    const isAllowed = before + 100 - moment <= 1000;
    fullAt = isAllowed ? before + 100 : before;
    return {
      isAllowed,
      remaining: Math.floor((1000 - (fullAt - moment)) / 100),
      reset: Math.ceil(SECONDS + fullAt / 1000),
      sentAt: moment - 5,
      receivedAt: moment + 5,
    };
  });
}

/** The requests come at three times the rate, with a pause in which the bucket refills. */
const moments = [
  ...Array.from({ length: 60 }, (_, n) => 10 + n * 33),
  ...Array.from({ length: 60 }, (_, n) => 5000 + n * 33),
];

const faultsOf = (change: (observation: Observation, index: number) => Observation) =>
  checkShown(size, truth(moments).map(change), 'bucket').faults.length;

test('the check accepts a correct bucket state and leaves one possible count for most responses', () => {
  const { faults, choices } = checkShown(size, truth(moments), 'bucket');
  assert.deepEqual(faults, []);
  assert.equal(percentile(choices, 0.5), 1);
});

const lies: Record<string, (observation: Observation, index: number) => Observation> = {
  'one token too many': (observation) => ({
    ...observation,
    remaining: observation.remaining + 1,
  }),
  'one token too few': (observation, n) =>
    n === 3 ? { ...observation, remaining: observation.remaining - 1 } : observation,
  'a reset in the past': (observation, n) =>
    n === 70 ? { ...observation, reset: Math.floor(SECONDS) } : observation,
  'a reset two seconds late': (observation, n) =>
    n === 9 ? { ...observation, reset: (observation.reset ?? 0) + 2 } : observation,
  'a request admitted by an empty bucket': (observation, n) =>
    n > 30 && n < 36 ? { ...observation, isAllowed: true, remaining: 0 } : observation,
  'a refusal by a bucket with tokens': (observation, n) =>
    n === 2 ? { ...observation, isAllowed: false, remaining: 0 } : observation,
};
for (const [name, lie] of Object.entries(lies))
  test(`the check detects ${name}`, () => assert.ok(faultsOf(lie) > 0));
