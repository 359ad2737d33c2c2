import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_TIMEOUT_MS } from '../../../src/platform/http/guard/request-bodies.ts';
import { startInstance } from '../../support/harness.ts';
import { idleKind, slowClients, slowKinds } from './slow.ts';

const SOCKETS = 5;
/** An idle connection is kept for 65 s; only `npm run test:security -- slow-clients` waits that long, and measures. */
const SHORT_KEEP_ALIVE_MS = 5000;

test('slow clients of each kind are disconnected while a good one is served', async (t) => {
  const instance = await startInstance();
  const { server } = instance.app;
  assert.ok(server.headersTimeout <= 10_000, 'headersTimeout is longer than ten seconds');
  assert.ok(BODY_TIMEOUT_MS <= 10_000, 'a body may take longer than ten seconds');
  server.keepAliveTimeout = SHORT_KEEP_ALIVE_MS;
  const target = { url: instance.url, authorization: `Bearer ${await instance.tokenFor('agent')}` };
  const kinds = [...slowKinds(target, SOCKETS), idleKind(SOCKETS, SHORT_KEEP_ALIVE_MS)];
  const { outcomes, beside } = await slowClients(target, kinds, 500).finally(instance.stop);
  const { responses, unserved, statuses } = beside;
  for (const { name, sockets, longestMs, neverClosed, answered } of outcomes) {
    t.diagnostic(`${sockets} ${name}: all closed after ${longestMs} ms, answered ${answered}`);
    assert.equal(neverClosed, 0, `${name}: ${neverClosed} never closed`);
  }
  assert.equal(unserved, 0, `the good client received ${statuses}`);
  assert.ok(responses > 0);
});
