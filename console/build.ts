// Builds console/dist, unless it was built from the same sources. The build is written beside it and then renamed, so
// that a running service never reads half a build.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const STAMP = 'sources.txt';

/** Hashes the name and content of every file that the build depends on. */
export function hashSources(): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync(['*.{ts,html,json}', 'src/**/*.*', '../sdk/{package.json,src/**/*.*}'], {
      cwd: root,
    }),
    '../package-lock.json',
  ].filter((file) => !file.endsWith('.test.ts'));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const isCurrent = (hash: string): boolean =>
  existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), 'utf8') === hash;

/** Fonts are compressed already. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

function replaceDist(built: string): void {
  const old = `${dist}.old-${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(built, dist);
  } catch (error) {
    // Another process has built the same sources.
    if (!existsSync(join(dist, STAMP))) throw error;
    rmSync(built, { recursive: true });
  }
  rmSync(old, { recursive: true, force: true });
}

async function build(hash: string): Promise<void> {
  const [{ build: bundle }, { config }] = await Promise.all([
    import('vite'),
    import('./bundle.ts'),
  ]);
  const built = `${dist}.new-${process.pid}`;
  await bundle({ ...config, build: { ...config.build, outDir: built, emptyOutDir: true } });
  compress(join(built, 'assets'));
  writeFileSync(join(built, STAMP), hash);
  replaceDist(built);
}

if (import.meta.main) {
  const hash = hashSources();
  if (!isCurrent(hash)) {
    const began = performance.now();
    await build(hash);
    console.log(`Built the console in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  }
}
