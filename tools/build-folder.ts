// A build is written beside its folder and then renamed, so that a running service never reads half a build. A stamp in
// the folder says from which sources it was built.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const STAMP = 'sources.txt';

/** Hashes the name and content of every file that a build depends on; tests are none of them. */
export function hashSources(root: string, patterns: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const isCurrent = (folder: string, hash: string): boolean =>
  existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), 'utf8') === hash;

export function replaceFolder(folder: string, built: string): void {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  try {
    renameSync(built, folder);
  } catch (error) {
    // Another process has built the same sources.
    if (!existsSync(folder)) throw error;
    rmSync(built, { recursive: true });
  }
  rmSync(old, { recursive: true, force: true });
}

interface Build {
  title: string;
  folder: string;
  /** The folder is current if its stamp has this hash. */
  hash: string;
  /** Writes the files to the folder it is given, which is empty. */
  write: (folder: string) => Promise<void>;
}

/** Prints that it builds, then the seconds, and nothing if the folder is current. */
export async function buildOnce({ title, folder, hash, write }: Build): Promise<void> {
  if (isCurrent(folder, hash)) return;
  console.log(`Building ${title}.`);
  const began = performance.now();
  const built = `${folder}.new-${process.pid}`;
  try {
    mkdirSync(built, { recursive: true });
    await write(built);
    writeFileSync(join(built, STAMP), hash);
    replaceFolder(folder, built);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  console.log(`Built ${title} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}
