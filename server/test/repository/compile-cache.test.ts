import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { trimCompileCache } from '../support/compile-cache.ts';

test('the cache of compiled code keeps its newest entries up to the limit', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-cache-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'v24'));
  for (const [seconds, name] of ['oldest', 'older', 'newer', 'newest'].entries()) {
    const path = join(folder, 'v24', name);
    writeFileSync(path, 'x'.repeat(100));
    utimesSync(path, seconds, seconds);
  }
  trimCompileCache(folder, 400);
  assert.equal(readdirSync(join(folder, 'v24')).length, 4);
  trimCompileCache(folder, 250);
  assert.deepEqual(readdirSync(join(folder, 'v24')).toSorted(), ['newer', 'newest']);
  trimCompileCache(join(folder, 'none'), 1);
});
