import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { hashOfBody, sha256 } from '../../src/platform/http/input/body-hash.ts';
import { purgeExpiredKeys } from '../../src/platform/http/routes/idempotency.ts';
import { registerRoutes } from '../../src/platform/http/routes/register.ts';
import { writes } from '../../src/platform/http/routes/route.ts';
import { object } from '../../src/platform/http/input/schema.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { type RequestOptions, faultsOf, type Reply, startInstance } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Idempotency-Key',
  (instance) => {
    const post = (key: string, body: unknown, options: RequestOptions = {}, path = '/incidents') =>
      instance.call('POST', path, {
        ...options,
        body,
        headers: { 'idempotency-key': key, ...options.headers },
      });
    const countOf = async (title: string): Promise<number> =>
      (await instance.running.sql('select from incidents where short_description = $1', [title]))
        .length;
    const alike = ({ status, text, headers }: Reply) => [
      status,
      text,
      headers.get('location'),
      headers.get('etag'),
      headers.get('content-type'),
    ];

    test('a repeated request takes effect once and gets the same bytes, whatever has happened since', async () => {
      const key = randomUUID();
      const body = { short_description: key };
      const first = await post(key, body);
      assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [201, null]);
      await instance.patch(first.body.id, { priority: 'P1' });
      const again = await post(key, body);
      assert.deepEqual(alike(again), alike(first));
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
      assert.equal(await countOf(key), 1);
      assert.equal((await instance.events(first.body.id)).length, 3);
    });

    test('the stored hash of a body with a password cannot be computed from the body', async () => {
      const key = randomUUID();
      const body = {
        email: `${key}@example.com`,
        name: 'Pat',
        roles: ['agent'],
        password: 'correct horse battery',
      };
      const { status } = await post(key, body, { as: 'super_admin' }, '/users');
      assert.equal(status, 201);
      const hashes = await instance.running.sql('select request_hash from idempotency_keys');
      const guess = sha256(hashOfBody(Buffer.from(JSON.stringify(body)), 'application/json'), '');
      assert.ok(hashes.length > 0);
      for (const { request_hash } of hashes) assert.equal(guess.equals(request_hash), false);
      assert.equal((await post(key, body, { as: 'super_admin' }, '/users')).status, 201);
    });

    test('a repeated PATCH or note takes effect once', async () => {
      const { id } = await instance.incident();
      const headers = { 'idempotency-key': randomUUID() };
      const first = await instance.patch(id, { work_note: 'once' }, { headers });
      const again = await instance.patch(id, { work_note: 'once' }, { headers });
      assert.deepEqual(alike(again), alike(first));
      const note = randomUUID();
      const noted = await post(note, { body: 'twice?' }, {}, `/incidents/${id}/notes`);
      assert.equal(noted.status, 201);
      await post(note, { body: 'twice?' }, {}, `/incidents/${id}/notes`);
      const { body } = await instance.call('GET', `/incidents/${id}/notes`);
      assert.equal(body.total, 2);
    });

    test('a key is shared by both addresses of the API', async () => {
      const key = randomUUID();
      const body = { short_description: key };
      const first = await post(key, body, { prefix: '/prod/api' });
      const again = await post(key, body, { prefix: '/prod/api/v1' });
      assert.deepEqual(alike(again), alike(first));
    });

    test('the same key with another body or media type is refused with 422', async () => {
      const key = randomUUID();
      await post(key, '{"short_description":"a"}');
      for (const [body, type] of [
        ['{"short_description":"b"}', 'application/json'],
        ['{"short_description": "a"}', 'application/json'],
        ['{"short_description":"a"}', 'application/json; charset=utf-8'],
      ] as const) {
        const reply = await post(key, body, { headers: { 'content-type': type } });
        assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused']);
      }
    });

    test('a key is valid for one caller, method and path only', async () => {
      const key = randomUUID();
      const body = { short_description: key };
      const mine = await post(key, body);
      const yours = await post(key, body, { email: 'other@example.com' });
      assert.notEqual(mine.body.id, yours.body.id);
      const headers = { 'idempotency-key': key };
      const patched = await instance.patch(mine.body.id, { category: 'a' }, { headers });
      assert.equal(patched.body.category, 'a');
      const elsewhere = await instance.patch(yours.body.id, { category: 'a' }, { headers });
      assert.equal(elsewhere.body.id, yours.body.id);
    });

    test('a refusal is not stored, and the repeated request is processed', async () => {
      const { id } = await instance.incident();
      const headers = { 'idempotency-key': randomUUID() };
      const refused = await instance.patch(id, { state: 'resolved' }, { headers });
      assert.equal(refused.status, 409);
      await instance.walk(id, 'in_progress');
      const again = await instance.patch(id, { state: 'resolved' }, { headers });
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, null]);
    });

    test('a repeated request gets 409 request_in_progress with Retry-After while the first is in progress', async () => {
      const { id } = await instance.incident();
      const headers = { 'idempotency-key': randomUUID() };
      const note = (body: string) => instance.patch(id, { work_note: body }, { headers });
      const replies = await Promise.all(Array.from({ length: 8 }, () => note('once')));
      const first = replies.find(({ status }) => status === 200);
      assert.ok(first);
      for (const reply of replies) {
        if (reply.status === 200) assert.equal(reply.text, first.text);
        else {
          assert.deepEqual([reply.status, reply.body.code], [409, 'request_in_progress']);
          assert.equal(reply.headers.get('retry-after'), '1');
        }
      }
      assert.equal((await instance.call('GET', `/incidents/${id}/notes`)).body.total, 1);
    });

    test('a key that is empty, too long or not visible ASCII is refused with 400', async () => {
      for (const key of ['', 'a b', 'x'.repeat(256), 'ü', 'a\tb']) {
        const reply = await post(key, { short_description: 'a' });
        assert.deepEqual(
          [reply.status, faultsOf(reply)],
          [400, ['/Idempotency-Key invalid_format']],
          JSON.stringify(key),
        );
      }
      assert.equal((await post('x'.repeat(255), { short_description: 'a' })).status, 201);
    });

    test('a key can be used again after 24 hours, and its stored response is deleted', async () => {
      const key = randomUUID();
      const body = { short_description: key };
      const { deps } = instance.running;
      const countStored = async () =>
        (
          await instance.running.sql('select from idempotency_keys where created_at <= $1', [
            clock.now,
          ])
        ).length;
      const first = await post(key, body);
      clock.forward(24 * 3600 - 1);
      assert.deepEqual(alike(await post(key, body)), alike(first));
      clock.forward(1);
      const second = await post(key, body);
      assert.notEqual(second.body.id, first.body.id);
      assert.deepEqual(alike(await post(key, body)), alike(second));
      clock.forward(24 * 3600);
      assert.ok((await countStored()) > 0);
      assert.equal(await purgeExpiredKeys(deps.db, deps.now()), false);
      assert.equal(await countStored(), 0);
    });
  },
  { clock },
);

describe('Idempotency of responses with a secret', () => {
  test('a stored response with a secret is encrypted, and the repeated request gets the same one', async () => {
    const instance = await startInstance();
    const actor = { id: 'ada', email: 'ada@example.com', roles: ['agent'] };
    const authenticate = Object.assign(async () => actor, { findCached: () => actor });
    const app = createServer(instance.deps, authenticate);
    registerRoutes(app, instance.deps, authenticate, [
      writes({
        method: 'POST',
        path: '/secrets',
        operationId: 'createSecret',
        tag: 'Secrets',
        summary: 'x',
        description: 'x',
        policy: { agent: 'all' },
        body: object({ name: Type.String() }),
        returnsSecret: true,
        success: { status: 201, description: 'x', schema: object({ secret: Type.String() }) },
        write: async () => ({ status: 201, body: { secret: `hush-${randomUUID()}` } }),
      }),
    ]);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const send = async () => {
      const response = await fetch(`${url}/prod/api/secrets`, {
        method: 'POST',
        headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
        body: '{"name":"a"}',
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const [first, again] = [await send(), await send()];
    const stored = await instance.sql('select body, sealed_body from idempotency_keys');
    await app.close();
    await instance.stop();
    assert.deepEqual([first.status, first.headers.get('cache-control')], [201, 'no-store']);
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
    assert.equal(stored.length, 1);
    assert.equal(stored[0].body, null);
    assert.equal(stored[0].sealed_body.includes('hush'), false);
  });
});
