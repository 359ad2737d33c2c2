import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { faultLines, figuresLine, type Report } from '../../support/report.ts';
import { proveExact } from './exact.ts';
import { proveFlood } from '../../../../bench/limits/flood.ts';
import { canStartValkey } from '../../support/own-valkey.ts';
import { proveOutage } from '../../faults/limits/outage.ts';
import { proveRetries } from '../idempotency/retries.ts';

const assertNoFaults = async (
  t: { diagnostic: (line: string) => void },
  proof: Promise<Report>,
) => {
  const report = await proof;
  t.diagnostic(figuresLine(report));
  assert.deepEqual(report.faults, [], faultLines(report));
};

/** Disables the 503 for event loop delay, which other tests on the machine can cause. */
const NO_SHEDDING = { MAX_LOOP_DELAY_MS: '10000' };

after(killRest);

test('over two processes one caller gets what its bucket allows, and all callers what the gateway allows', (t) =>
  assertNoFaults(t, proveExact(2)));

test('ten retries of each key at two processes, one of them killed, have one effect and one response', (t) =>
  assertNoFaults(t, proveRetries(40, 1)));

test(
  'Valkey killed, flushed and hung: every request gets a response',
  { skip: !canStartValkey() },
  (t) => assertNoFaults(t, proveOutage(1, 1, NO_SHEDDING)),
);

test('two thousand bad tokens a second are rejected, few with a response, concurrent with a good client', (t) =>
  assertNoFaults(
    t,
    proveFlood({ rate: 2000, sockets: 20, seconds: 1, rounds: 1, shape: 'open' }, false),
  ));
