import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { rowIdOf, seal } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { replyKeyCommands } from './reply-keys.admin.ts';
import { replyKeys } from './reply-keys.ts';

describe('Keys of reply addresses', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const read = () => {
    const { db, keys } = instance.deps;
    return db.transaction().execute((tx: Tx) => replyKeys(tx, keys));
  };

  test('transactions that need the first key together get the same one, which is sealed', async () => {
    const found = await Promise.all([read(), read(), read()]);
    const first = found[0]?.[0];
    assert.ok(first && first.symmetricKeySize === 32);
    for (const keys of found) assert.ok(keys.length === 1 && keys[0]?.equals(first));
    const [stored] = await instance.sql('select key from reply_keys');
    assert.equal(stored.key.includes(first.export()), false);
  });

  test('the newest key comes first, and a retired one stays', async () => {
    const [retired] = await read();
    const id = `rky_${'f'.repeat(32)}`;
    const bytes = Buffer.alloc(32, 7);
    const sealed = seal(instance.deps.keys, rowIdOf('reply_keys', id), bytes);
    await instance.sql('insert into reply_keys (id, key) values ($1, $2)', [id, sealed]);
    const [newest, other, ...more] = await read();
    assert.ok(newest?.equals(createSecretKey(bytes)));
    assert.ok(retired && other?.equals(retired));
    assert.deepEqual(more, []);
  });

  test('a new key signs, and older ones verify until they are removed', async () => {
    const rotate = (...args: string[]) =>
      replyKeyCommands['rotate-reply-keys']?.run(instance.deps, args, []);
    await instance.sql(`delete from reply_keys where id = $1`, [`rky_${'f'.repeat(32)}`]);
    const earlier = await read();
    assert.match((await rotate()) ?? '', /still work/);
    const rotated = await read();
    assert.equal(rotated.length, earlier.length + 1);
    for (const [at, key] of earlier.entries()) assert.ok(rotated[at + 1]?.equals(key));
    assert.match(
      (await rotate('--remove-older')) ?? '',
      new RegExp(`${rotated.length} older keys`),
    );
    const [only, ...others] = await read();
    assert.ok(only && !rotated.some((key) => key.equals(only)));
    assert.deepEqual(others, []);
  });
});
