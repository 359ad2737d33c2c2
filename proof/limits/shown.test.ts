import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile } from './client.ts';
import { type Ask, judgeShown } from './shown.ts';

const size = { capacity: 10, perSecond: 10 };
const SECONDS = performance.timeOrigin / 1000;

/** The state that a bucket of 10 with 10 a second shows to requests at these moments, received 5 ms later. */
function truth(moments: readonly number[]): Ask[] {
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
      heardAt: moment + 5,
    };
  });
}

/** Three times the rate, with a pause in which the bucket refills. */
const moments = [
  ...Array.from({ length: 60 }, (_, n) => 10 + n * 33),
  ...Array.from({ length: 60 }, (_, n) => 5000 + n * 33),
];

const readPatch = (change: (ask: Ask, index: number) => Ask) =>
  judgeShown(size, truth(moments).map(change), 'bucket').faults.length;

test('a true account of a bucket is found true, and of most answers one number alone', () => {
  const { faults, choices } = judgeShown(size, truth(moments), 'bucket');
  assert.deepEqual(faults, []);
  assert.equal(percentile(choices, 0.5), 1);
});

const lies: Record<string, (ask: Ask, index: number) => Ask> = {
  'one more left than there is': (ask) => ({ ...ask, remaining: ask.remaining + 1 }),
  'one less left than there is': (ask, n) =>
    n === 3 ? { ...ask, remaining: ask.remaining - 1 } : ask,
  'a reset that is past': (ask, n) => (n === 70 ? { ...ask, reset: Math.floor(SECONDS) } : ask),
  'a reset two seconds late': (ask, n) => (n === 9 ? { ...ask, reset: (ask.reset ?? 0) + 2 } : ask),
  'a request let through that had nothing left': (ask, n) =>
    n > 30 && n < 36 ? { ...ask, isAllowed: true, remaining: 0 } : ask,
  'a refusal with something left': (ask, n) =>
    n === 2 ? { ...ask, isAllowed: false, remaining: 0 } : ask,
};
for (const [name, lie] of Object.entries(lies))
  test(`${name} is found`, () => assert.ok(readPatch(lie) > 0));
