// The first client and the first administrator are created once, by whichever process starts first.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bootstrap } from '../src/identity/index.ts';
import { type Instance, startInstance } from './support/harness.ts';

describe('Bootstrap', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({
      env: {
        BOOTSTRAP_CLIENT_ID: 'first-client',
        BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-more-than-32-characters-0123456789',
        BOOTSTRAP_ADMIN_EMAIL: 'first@example.com',
        BOOTSTRAP_ADMIN_PASSWORD: 'a password of enough characters',
      },
    });
  });
  after(() => instance.stop());

  test('processes that start at the same time create client and administrator once, and none fails', async () => {
    await Promise.all(Array.from({ length: 4 }, () => bootstrap(instance.deps)));
    const clients = await instance.sql(`select id from clients where id = 'first-client'`);
    const people = await instance.sql(`select id from users where email = 'first@example.com'`);
    assert.deepEqual([clients.length, people.length], [1, 1]);
    const created = await instance.sql(
      `select count(*)::int from entries where record_id = any($1)`,
      [[clients[0].id, people[0].id]],
    );
    assert.deepEqual(created, [{ count: 2 }]);
  });
});
