import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARRIVAL_MS } from '../../server/src/platform/http/arrival.ts';
import { startInstance } from '../../server/test/harness.ts';
import { slowClients } from './slow.ts';

const SOCKETS = 200;
/** Timeouts are looked after every two seconds (connectionsCheckingInterval); the rest is a busy machine. */
const SLACK_MS = 3500;
const SLOWEST_GOOD_MS = 3000;
/** An idle connection is kept for 65 s; the whole wait is for `npm run proof:fuzz -- --slow`. */
const SHORT_KEEP_ALIVE_MS = 5000;

test('800 slow clients are all closed in time while a good one is served', async (t) => {
  const desk = await startInstance();
  assert.ok(desk.app.server.headersTimeout <= 10_000, 'headersTimeout is longer than ten seconds');
  assert.ok(ARRIVAL_MS <= 10_000, 'a body may take longer than ten seconds');
  desk.app.server.keepAliveTimeout = SHORT_KEEP_ALIVE_MS;
  const { outcomes, served, unserved } = await slowClients(desk, SOCKETS);
  await desk.stop();
  const slowest = Math.max(...served);
  t.diagnostic(`good client: ${served.length} answers, slowest ${slowest.toFixed(0)} ms`);
  for (const { name, sockets, limitMs, longestMs, statuses } of outcomes) {
    t.diagnostic(
      `${sockets} ${name}: all closed after ${longestMs} ms, answered ${statuses.join(', ')}`,
    );
    assert.ok(longestMs <= limitMs + SLACK_MS, `${name}: ${longestMs} ms, promised ${limitMs}`);
  }
  assert.equal(unserved, 0);
  assert.ok(
    served.length > 20 && slowest < SLOWEST_GOOD_MS,
    `the good client waited ${slowest} ms`,
  );
});
