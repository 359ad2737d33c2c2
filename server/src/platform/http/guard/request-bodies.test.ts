import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { ManualClock } from '../../../../test/support/clock.ts';
import { until } from '../../../../test/support/processes.ts';
import { limitBodies } from './request-bodies.ts';
import { BodyBudget } from './body-budget.ts';
import { sendError } from '../output/errors.ts';

const MB = 1024 * 1024;

describe('large bodies', () => {
  let app: FastifyInstance;
  const cut: (string | undefined)[] = [];
  const clock = new ManualClock();
  const SLOW = { withinMs: 200, everyMs: 20 };
  before(async () => {
    app = Fastify();
    app.decorateRequest('actor');
    app.addHook('onRequest', async (received) => {
      const id = String(received.headers['x-caller']);
      received.actor = { id, email: `${id}@example.com`, roles: [] };
    });
    const closeSlow = ({ code }: { code?: string }, socket: { destroy: () => void }) => {
      cut.push(code);
      socket.destroy();
    };
    const budget = new BodyBudget({ bytes: 8 * MB, callerBytes: 5 * MB, waitMs: 60_000 });
    limitBodies(app, closeSlow, budget, SLOW, clock);
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler((error: Error, failed, reply) => sendError(error, failed, reply));
    app.post('/files', { bodyLimit: 20 * MB }, async ({ body, releaseBody }) => {
      releaseBody?.();
      return { bytes: (body as Buffer).length };
    });
    app.post('/small-files', { bodyLimit: 2 * MB }, async () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    app.server.closeAllConnections();
    await app.close();
  });

  const begin = (bytes: number | undefined, { caller = 'anyone', path = '/files' } = {}) =>
    request({
      port: (app.server.address() as AddressInfo).port,
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-caller': caller,
        ...(bytes !== undefined && { 'content-length': bytes }),
      },
    }).on('error', () => {});
  const send = async (bytes: number) => {
    const [response] = (await once(begin(bytes).end(Buffer.alloc(bytes)), 'response')) as [
      IncomingMessage,
    ];
    const parts = await response.toArray();
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) };
  };

  test('a body is received whole, and releases the memory it took', async () => {
    for (let n = 0; n < 3; n += 1)
      assert.deepEqual((await send(4 * MB)).body, { bytes: 4 * MB }, `time ${n}`);
  });

  test('a body that finds no memory while it is received is refused with 503, and others go on', async () => {
    const { status, body } = await send(6 * MB);
    assert.deepEqual([status, body.code], [503, 'overloaded']);
    assert.deepEqual((await send(5 * MB)).body, { bytes: 5 * MB });
  });

  test('a body that turns out too long while it is received is refused with 413, and others go on', async () => {
    const endless = begin(undefined, { path: '/small-files' });
    endless.write(Buffer.alloc(4 * MB));
    const [{ statusCode }] = (await once(endless, 'response')) as [IncomingMessage];
    assert.equal(statusCode, 413);
    endless.destroy();
    const connections = promisify(app.server.getConnections.bind(app.server));
    await until('its connection is closed', async () => (await connections()) === 0);
    assert.deepEqual((await send(5 * MB)).body, { bytes: 5 * MB });
  });

  test(
    'a sender that is too slow is cut off, whatever length it announced',
    { timeout: 60_000 },
    async () => {
      // The senders of the bodies before are no longer watched.
      clock.advance(SLOW.everyMs);
      assert.deepEqual(clock.waiting, []);
      const slow = begin(20 * MB);
      const closed = new Promise((resolve) => slow.once('close', resolve));
      slow.write(Buffer.alloc(1000));
      await until('it is watched', () => clock.waiting.length === 1);
      clock.advance(SLOW.withinMs - 1);
      assert.deepEqual(cut, []);
      clock.advance(1);
      await closed;
      assert.deepEqual(cut, ['ERR_HTTP_REQUEST_TIMEOUT']);
    },
  );

  test('senders that announce much and send little leave the memory to others', async () => {
    const idle = ['first', 'second'].map((caller) => begin(5 * MB, { caller }));
    for (const sender of idle) sender.write(Buffer.alloc(1000));
    await until('both are received', () => clock.waiting.length === 2);
    assert.deepEqual((await send(5 * MB)).body, { bytes: 5 * MB });
    for (const sender of idle) sender.destroy();
  });
});
