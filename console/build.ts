// Builds console/dist, unless it was built from the same sources.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildOnce, hashSources } from '../tools/build-folder.ts';

const root = import.meta.dirname;

const SOURCES = [
  '*.{ts,html,json}',
  'src/**/*.*',
  '../sdk/{package.json,src/**/*.*}',
  '../package-lock.json',
];

/** Fonts are compressed already. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

async function bundle(folder: string): Promise<void> {
  const [{ build }, { config }] = await Promise.all([import('vite'), import('./bundle.ts')]);
  await build({ ...config, build: { ...config.build, outDir: folder, emptyOutDir: true } });
  compress(join(folder, 'assets'));
}

if (import.meta.main)
  await buildOnce({
    title: 'the console',
    folder: join(root, 'dist'),
    hash: hashSources(root, SOURCES),
    write: bundle,
  });
