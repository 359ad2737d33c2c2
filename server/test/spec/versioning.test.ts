import assert from 'node:assert/strict';
import { test } from 'node:test';
import { section } from './setup.ts';

section('Versioning', (instance) => {
  test('a record created below either root is the same below both', async () => {
    const { id } = await instance.incident();
    for (const prefix of ['/prod/api', '/prod/api/v1']) {
      const { status, body } = await instance.call('GET', `/incidents/${id}`, { prefix });
      assert.deepEqual([status, body.id], [200, id]);
    }
  });

  test('a path with another, a repeated or no version and root is 404', async () => {
    for (const prefix of [
      '/prod/api/v1/v1',
      '/prod/api/v2',
      '/prod/api/V1',
      '/prod',
      '/api/v1',
      '',
    ]) {
      assert.equal((await instance.call('GET', '/incidents', { prefix })).status, 404, prefix);
    }
  });

  test('links have the root that was requested', async () => {
    await instance.incident();
    await instance.incident();
    const { headers } = await instance.call('GET', '/incidents?limit=1&page=1');
    assert.match(
      headers.get('link') ?? '',
      new RegExp(
        `^<https://desk.example.com${instance.prefix}/incidents\\?limit=1&cursor=[\\w-]+>; rel="next"$`,
      ),
    );
  });
});
