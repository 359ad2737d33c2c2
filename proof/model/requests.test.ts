import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSeed } from '../support/options.ts';
import { faultLines, figuresLine } from '../support/report.ts';
import { subjectOf } from './family.session.ts';
import { prove } from './prove.ts';
import { serviceRequests } from './requests.family.ts';

test('four clients at once meet the service request that the model predicts, event by event', async (t) => {
  const options = { commands: 1000, clients: 4, seed: drawSeed() };
  const report = await prove(subjectOf(serviceRequests), options);
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
