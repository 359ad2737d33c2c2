import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_TIMEOUT_MS } from '../../../src/platform/http/guard/request-bodies.ts';
import { startInstance } from '../../support/harness.ts';
import { idleKind, slowClients, slowKinds } from './slow.ts';

const SOCKETS = 200;
/** After the response a connection has a second to close; the rest allows for a busy machine. */
const SLACK_MS = 3500;
const SLOWEST_GOOD_MS = 3000;
/** An idle connection is kept for 65 s; only `npm run test:security -- slow-clients` waits that long. */
const SHORT_KEEP_ALIVE_MS = 5000;

test('a thousand slow clients are all closed in time while a good one is served', async (t) => {
  const instance = await startInstance();
  const { server } = instance.app;
  assert.ok(server.headersTimeout <= 10_000, 'headersTimeout is longer than ten seconds');
  assert.ok(BODY_TIMEOUT_MS <= 10_000, 'a body may take longer than ten seconds');
  server.keepAliveTimeout = SHORT_KEEP_ALIVE_MS;
  const target = { url: instance.url, authorization: `Bearer ${await instance.tokenFor('agent')}` };
  const kinds = [...slowKinds(target, SOCKETS), idleKind(SOCKETS, SHORT_KEEP_ALIVE_MS)];
  const { outcomes, beside } = await slowClients(target, kinds, 500).finally(instance.stop);
  const { responses, unserved, statuses, slowest } = beside;
  t.diagnostic(`good client: ${responses} responses, slowest ${slowest.toFixed(0)} ms`);
  for (const { name, sockets, limitMs, longestMs, neverClosed, answered } of outcomes) {
    t.diagnostic(`${sockets} ${name}: all closed after ${longestMs} ms, answered ${answered}`);
    assert.equal(neverClosed, 0, `${name}: ${neverClosed} never closed`);
    assert.ok(longestMs <= limitMs + SLACK_MS, `${name}: ${longestMs} ms, promised ${limitMs}`);
  }
  assert.equal(unserved, 0, `the good client received ${statuses}`);
  assert.ok(responses > 100 && slowest < SLOWEST_GOOD_MS, `the good client waited ${slowest} ms`);
});
