// The data directory of a demonstration has its database and encryption key, and serves one process at a time.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ownProcess, { kill, pid } from 'node:process';
import { UsageError } from '../platform/errors.ts';

interface DataDirectory {
  /** The database files are below this path. */
  database: string;
  /** Must be called after the database has started. Returns the stored key; in a new directory, stores and returns `newKey`. */
  loadOrStoreKey: (newKey: Buffer) => Promise<Buffer>;
  close: () => Promise<void>;
}

const OWNER_ONLY = 0o700;

const readIfPresent = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const keyFile = (folder: string): string => join(folder, 'key');

async function readKey(folder: string): Promise<Buffer | undefined> {
  const text = await readIfPresent(keyFile(folder));
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

function isAlive(other: number): boolean {
  if (!other || other === pid) return false;
  try {
    return kill(other, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Prevents two processes from corrupting the same database files. */
async function lockDirectory(folder: string): Promise<string> {
  const lockFile = join(folder, 'process');
  const owner = Number(await readIfPresent(lockFile));
  if (isAlive(owner)) {
    throw new UsageError(
      `Process ${owner} already runs a demonstration in DEMO_DATA_DIR ${folder}. Stop it, or use another directory. If it is not a demonstration, delete ${lockFile}.`,
    );
  }
  await writeFile(lockFile, String(pid));
  return lockFile;
}

/** The key is written after the database has started, so files without a key are left from an interrupted start. */
async function requireComplete(folder: string, database: string): Promise<void> {
  const isStarted = (await readdir(database)).length > 0;
  if (isStarted && !(await readKey(folder))) {
    throw new UsageError(
      `The first start of the demonstration in ${folder} was interrupted. Delete that directory and start again.`,
    );
  }
}

/** A write that was begun before the exit may still create a file, so that the directory is not empty at the first attempt. */
const DELETE_ATTEMPTS = { maxRetries: 10, retryDelay: 20 };

/** An exit that does not wait, such as an interrupted start, leaves no data behind either. */
async function makeTemporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-demo-'));
  ownProcess.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, ...DELETE_ATTEMPTS }),
  );
  return folder;
}

/** Without a path, uses a temporary directory and deletes it on close. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  const folder = path ? resolve(path) : await makeTemporary();
  const database = join(folder, 'postgresql');
  await mkdir(database, { recursive: true, mode: OWNER_ONLY });
  const lockFile = await lockDirectory(folder);
  await requireComplete(folder, database);
  return {
    database,
    loadOrStoreKey: async (newKey) => {
      const stored = await readKey(folder);
      if (stored) return stored;
      await writeFile(keyFile(folder), newKey.toString('base64'), { mode: 0o600 });
      return newKey;
    },
    close: () => rm(path ? lockFile : folder, { recursive: true, force: true }),
  };
}
