import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine, type Report } from '../../support/report.ts';
import { hasAlertmanager, proveAlertmanager } from './alertmanager.ts';
import { proveForgeries } from '../../security/webhooks/forge.ts';
import { proveMapping } from './fuzz.ts';
import { proveKeys } from './keys.ts';
import { proveOnce } from '../../faults/inbound/once.ts';

const holds = (t: TestContext, report: Report): void => {
  t.diagnostic(figuresLine(report));
  assert.equal(report.faults.length, 0, faultLines(report));
};

test('each event is one incident, however often it is sent and whichever process is killed', async (t) => {
  holds(t, await proveOnce({ events: 150, kills: 1, seed: drawSeed() }));
});

test('under one key one incident is open, every repetition counted', async (t) => {
  holds(t, await proveKeys({ keys: 5, repeats: 12 }));
});

test('no forged event is accepted', async (t) => {
  holds(t, await proveForgeries({ forgeries: 330, seed: drawSeed() }));
});

test('mapped results are valid, in time, and read from no prototype', async (t) => {
  holds(t, await proveMapping({ cases: 200, overHttp: 5, seed: drawSeed() }));
});

test('a real Alertmanager opens and resolves incidents', async (t) => {
  if (hasAlertmanager()) holds(t, await proveAlertmanager());
  else t.skip('there is no Alertmanager here, and none to be fetched');
});
