import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSealedUnder, open, rowIdOf, seal, secretKeyOf } from './sealing.ts';

const key = secretKeyOf(Buffer.alloc(32, 1));
const other = secretKeyOf(Buffer.alloc(32, 2));
const row = rowIdOf('webhooks', 'wh_out_1');

describe('Secrets at rest', () => {
  const sealed = seal(key, row, Buffer.from('hush'));

  test('what was sealed opens in its row, and twice the same is never the same bytes', () => {
    assert.equal(open(key, row, sealed).toString(), 'hush');
    assert.notDeepEqual(seal(key, row, Buffer.from('hush')), sealed);
    assert.equal(sealed.includes('hush'), false);
  });

  test('it does not open in another row, another table, or with a changed byte', () => {
    assert.throws(() => open(key, rowIdOf('webhooks', 'wh_out_2'), sealed));
    assert.throws(() => open(key, rowIdOf('keys', 'wh_out_1'), sealed));
    for (let at = 5; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => open(key, row, changed), `byte ${at}`);
    }
  });

  test('under another key it says so and names the way out', () => {
    assert.equal(isSealedUnder(other, sealed), false);
    assert.throws(() => open(other, row, sealed), /another ENCRYPTION_KEY; run `admin rekey`/);
  });
});
