import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine } from '../../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveMail } from './mail.ts';

test('a job whose worker is killed is finished by the next one, each row exactly once', async (t) => {
  const report = await proveCrash({
    jobs: 8,
    callers: 4,
    livesMs: 200,
    maxKills: 3,
    seed: drawSeed(),
  });
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});

test('mail that meets an absent server comes once it is back, each once', async (t) => {
  const report = await proveMail({ mails: 40, downSeconds: 2, withinSeconds: 60 });
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
});
