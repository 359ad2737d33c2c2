import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine } from '../../support/report.ts';
import { proveLists } from './prove.ts';

test('a scan by cursor shows every record that stood still exactly once, and no forged cursor opens', async (t) => {
  const report = await proveLists({ scans: 3, records: 3000, writers: 8, seed: drawSeed() });
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
