import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import Fastify, { type FastifyReply } from 'fastify';
import { ManualClock } from '../../../../test/support/clock.ts';
import { until } from '../../../../test/support/processes.ts';
import { limitHandlers } from './deadlines.ts';
import { sendError } from '../output/errors.ts';

const CHECK_MS = 5;
/** A request that is not cancelled would never end. */
const BOUNDED = { timeout: 60_000 };

test(
  'a request that takes too long gets 503, even if it ends later, and one with a longer limit does not',
  BOUNDED,
  async (context) => {
    const clock = new ManualClock();
    const app = Fastify();
    context.after(() => app.close());
    limitHandlers(app, clock, CHECK_MS, 1);
    app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
    const ends: (() => void)[] = [];
    const hang = () => new Promise((resolve) => ends.push(() => resolve({ late: true })));
    app.get('/never', { config: { handledWithinMs: 20 } }, hang);
    app.get('/late', { config: { handledWithinMs: 20 } }, hang);
    app.get('/patient', { config: { handledWithinMs: 5000 } }, hang);
    const responses = ['/never', '/late', '/patient'].map((url) => app.inject(url));
    let count = 0;
    for (const response of responses) void response.then(() => (count += 1));
    await until('all are handled', () => ends.length === 3);
    clock.advance(19);
    await new Promise(setImmediate);
    assert.equal(count, 0);
    clock.advance(CHECK_MS);
    for (const response of await Promise.all(responses.slice(0, 2))) {
      assert.equal(response.statusCode, 503);
      assert.equal(response.json().code, 'overloaded');
      assert.equal(response.headers['retry-after'], '1');
    }
    clock.advance(4900);
    for (const end of ends.slice(1)) end();
    assert.deepEqual((await responses[2])?.json(), { late: true });
    await app.close();
    assert.deepEqual(clock.waiting, []);
  },
);

test(
  'a download has the time that its size takes at the slowest rate, and no more',
  BOUNDED,
  async (context) => {
    const clock = new ManualClock();
    // Otherwise a download that is not cancelled would keep the server open.
    const app = Fastify({ forceCloseConnections: true });
    context.after(() => app.close());
    const part = Buffer.alloc(16_384, 1);
    const size = 2 * part.length;
    // The whole file takes a second.
    limitHandlers(app, clock, CHECK_MS, size);
    const files = { slow: new PassThrough(), stalled: new PassThrough() };
    for (const [name, file] of Object.entries(files))
      app.get(`/${name}`, { config: { handledWithinMs: 50 } }, (_request, reply: FastifyReply) =>
        reply.header('content-length', size).send(file),
      );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const download = (name: keyof typeof files) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      const read = { bytes: 0, closed: once(socket, 'close') };
      socket.on('data', (some) => (read.bytes += some.length));
      socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      files[name].write(part);
      return read;
    };
    const [slow, stalled] = [download('slow'), download('stalled')];
    await until('both have begun', () => Math.min(slow.bytes, stalled.bytes) >= part.length);
    clock.advance(1049);
    files.slow.end(part);
    await slow.closed;
    assert.ok(slow.bytes > size, `${slow.bytes} bytes of a file that took longer than 50 ms`);
    assert.equal(files.stalled.destroyed, false);
    clock.advance(CHECK_MS);
    await stalled.closed;
    assert.ok(stalled.bytes < size, `${stalled.bytes} bytes of a file that stalled`);
    await app.close();
  },
);
