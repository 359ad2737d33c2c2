import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine } from '../../support/report.ts';
import { proveModel } from './prove.ts';

test('eight clients at once meet the incident that the model predicts, event by event', async (t) => {
  const report = await proveModel({ commands: 5000, clients: 8, seed: drawSeed() });
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
