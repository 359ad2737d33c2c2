import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultLines, figuresLine } from '../support/report.ts';
import { proveCmdb } from './prove.ts';

test('the impact of a CI is what a plain search of the graph finds, with cycles and hubs', async (t) => {
  const sizes = { cis: 3000, relations: 12_000, incidents: 1000, listed: 2000 };
  const report = await proveCmdb({ ...sizes, requests: 10, depth: 4, compared: 40 }, false);
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
