import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine } from '../../support/report.ts';
import { proveTotals } from './prove.ts';

test('a total equals count(*) in every snapshot while records change and deltas are folded', async (t) => {
  const report = await proveTotals({ writes: 1500, records: 2000, writers: 8, seed: drawSeed() });
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
