import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { limitHandling } from './deadline.ts';
import { sendProblem } from './problems.ts';

test('a call that never ends is answered 503, one that ends late harms nobody, and one with more time has it', async () => {
  const app = Fastify();
  limitHandling(app, 5);
  app.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  const late = (ms: number) => () =>
    new Promise((resolve) => setTimeout(() => resolve({ late: true }), ms));
  app.get('/never', { config: { handledWithinMs: 20 } }, () => new Promise(() => {}));
  app.get('/late', { config: { handledWithinMs: 20 } }, late(100));
  app.get('/patient', { config: { handledWithinMs: 5000 } }, late(100));
  const [never, tooLate, patient] = await Promise.all(
    ['/never', '/late', '/patient'].map((url) => app.inject(url)),
  );
  for (const answer of [never, tooLate]) {
    assert.equal(answer?.statusCode, 503);
    assert.equal(answer?.json().code, 'overloaded');
    assert.equal(answer?.headers['retry-after'], '1');
  }
  assert.deepEqual(patient?.json(), { late: true });
  await app.close();
});
