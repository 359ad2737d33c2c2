import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import Fastify, { type FastifyReply } from 'fastify';
import { limitHandlers } from './deadlines.ts';
import { sendError } from '../output/errors.ts';

test('a request that never ends gets a 503 response, one that ends late harms nobody, and one with more time has it', async () => {
  const app = Fastify();
  limitHandlers(app, 5);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  const late = (ms: number) => () =>
    new Promise((resolve) => setTimeout(() => resolve({ late: true }), ms));
  app.get('/never', { config: { handledWithinMs: 20 } }, () => new Promise(() => {}));
  app.get('/late', { config: { handledWithinMs: 20 } }, late(100));
  app.get('/patient', { config: { handledWithinMs: 5000 } }, late(100));
  const [never, tooLate, patient] = await Promise.all(
    ['/never', '/late', '/patient'].map((url) => app.inject(url)),
  );
  for (const response of [never, tooLate]) {
    assert.equal(response?.statusCode, 503);
    assert.equal(response?.json().code, 'overloaded');
    assert.equal(response?.headers['retry-after'], '1');
  }
  assert.deepEqual(patient?.json(), { late: true });
  await app.close();
});

test('a download has the time that its size takes at the slowest rate, and no more', async () => {
  const app = Fastify();
  limitHandlers(app, 5, 200_000);
  const part = Buffer.alloc(16_384, 1);
  async function* parts(everyMs: number) {
    for (let n = 0; n < 16; n += 1) {
      await pause(everyMs);
      yield part;
    }
  }
  const streamed = (everyMs: number) => (_request: unknown, reply: FastifyReply) =>
    reply
      .header('content-length', 16 * part.length)
      .send(Readable.from(parts(everyMs), { objectMode: false }));
  const config = { handledWithinMs: 50 };
  app.get('/slow', { config }, streamed(10));
  app.get('/stalled', { config }, streamed(2000));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const read = async (path: string): Promise<number> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let bytes = 0;
    socket.on('data', (some) => (bytes += some.length));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return bytes;
  };
  const [slow, stalled] = await Promise.all([read('/slow'), read('/stalled')]);
  await app.close();
  assert.ok(slow > 16 * part.length, `${slow} bytes of a file that took longer than 50 ms`);
  assert.ok(stalled < part.length, `${stalled} bytes of one that did not come`);
});
