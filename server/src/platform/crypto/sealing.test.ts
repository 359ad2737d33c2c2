import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KeyRing } from './key-ring.ts';
import { isSealedUnder, open, rowIdOf, seal } from './sealing.ts';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const keys = new KeyRing(one);
const other = new KeyRing(two);
const row = rowIdOf('webhooks', 'wh_out_1');

describe('Secrets at rest', () => {
  const sealed = seal(keys, row, Buffer.from('hush'));

  test('a sealed secret opens in its row, and sealing it again gives other bytes', () => {
    assert.equal(open(keys, row, sealed).toString(), 'hush');
    assert.notDeepEqual(seal(keys, row, Buffer.from('hush')), sealed);
    assert.equal(sealed.includes('hush'), false);
  });

  test('a sealed secret does not open in another row, another table, or with a changed byte', () => {
    assert.throws(() => open(keys, rowIdOf('webhooks', 'wh_out_2'), sealed));
    assert.throws(() => open(keys, rowIdOf('keys', 'wh_out_1'), sealed));
    for (let at = 5; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => open(keys, row, changed), `byte ${at}`);
    }
  });

  test('opening a secret under another key fails with an error that names `admin rekey`', () => {
    assert.equal(isSealedUnder(other.current, sealed), false);
    assert.throws(() => open(other, row, sealed), /another ENCRYPTION_KEY; run `admin rekey`/);
  });

  test('with two keys both open, and that of the database seals', () => {
    const both = new KeyRing(two, one);
    assert.equal(open(both, row, sealed).toString(), 'hush');
    assert.equal(isSealedUnder(other.current, seal(both, row, sealed)), true);
    assert.equal(both.follow(sealed), true);
    assert.equal(isSealedUnder(keys.current, seal(both, row, sealed)), true);
    assert.deepEqual(both.cookies, [keys.cookies[0], other.cookies[0]]);
    assert.equal(other.follow(sealed), false, 'the ring does not have the key');
  });

  test('a key that the database still needs stays, whatever is configured', () => {
    const ring = new KeyRing(one);
    assert.equal(ring.replace([two]), false);
    assert.equal(isSealedUnder(keys.current, seal(ring, row, sealed)), true);
    assert.equal(ring.replace([two, one]), true);
    assert.equal(ring.follow(seal(other, row, sealed)), true);
    assert.equal(ring.replace([two]), true);
    assert.throws(() => open(ring, row, sealed), /another ENCRYPTION_KEY/);
  });
});
