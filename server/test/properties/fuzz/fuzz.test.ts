import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz, reportText } from './fuzz.ts';
import { newSeed } from './random.ts';

const REQUESTS = 5000;

test('no hostile request gets a 5xx, an undocumented response, or a success it must not have', async (t) => {
  const seed = newSeed();
  t.diagnostic(`seed ${seed}; again: npm run proof:fuzz -- --requests ${REQUESTS} --seed ${seed}`);
  const report = await fuzz(REQUESTS, seed);
  t.diagnostic(reportText({ ...report, failures: [] }, seed));
  assert.equal(report.requests, REQUESTS);
  assert.deepEqual(report.failures, [], reportText(report, seed));
});
