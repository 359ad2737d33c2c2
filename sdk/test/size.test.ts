import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const MAX_BYTES = 15_000;

test('the whole SDK, minified and compressed, has at most 15 kB', async (t) => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../src/index.ts', import.meta.url)),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [{ code }] = output;
  assert.equal(output.length, 1, 'one file without imports');
  assert.doesNotMatch(code, /\bfrom\s*["']|\bimport\s*\(|\brequire\s*\(/);
  const bytes = gzipSync(code).length;
  t.diagnostic(`${bytes} bytes compressed, ${code.length} minified`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
