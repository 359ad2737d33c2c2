// Where a demonstration lives: a folder with its database and its key, for one process at a time.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { kill, pid } from 'node:process';
import { UsageError } from '../platform/errors.ts';

interface Home {
  /** For the database alone. */
  database: string;
  /** Once the database stands. Gives the key that is kept here; in a new home, this one from now on. */
  keepKey: (made: Buffer) => Promise<Buffer>;
  leave: () => Promise<void>;
}

const OWNER_ONLY = 0o700;

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const keyFile = (folder: string): string => join(folder, 'key');

async function keptKey(folder: string): Promise<Buffer | undefined> {
  const text = await readIfThere(keyFile(folder));
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

/** Two processes on the files of one database would destroy it. */
async function claim(folder: string): Promise<string> {
  const mark = join(folder, 'process');
  const owner = Number(await readIfThere(mark));
  if (isAlive(owner)) {
    throw new UsageError(
      `Process ${owner} runs a demonstration in DEMO_DATA_DIR ${folder}; one at a time can. If it does not, remove ${mark}.`,
    );
  }
  await writeFile(mark, String(pid));
  return mark;
}

/** The key is written once the database stands; files without it are of a start that was cut short. */
async function requireWhole(folder: string, database: string): Promise<void> {
  const isBegun = (await readdir(database)).length > 0;
  if (isBegun && !(await keptKey(folder))) {
    throw new UsageError(`The demonstration in ${folder} was never finished; remove that folder.`);
  }
}

/** A temporary one goes when it is left. */
export async function enterHome(given: string): Promise<Home> {
  const folder = given ? resolve(given) : await mkdtemp(join(tmpdir(), 'signalbox-demo-'));
  const database = join(folder, 'postgresql');
  await mkdir(database, { recursive: true, mode: OWNER_ONLY });
  const mark = await claim(folder);
  await requireWhole(folder, database);
  return {
    database,
    keepKey: async (made) => {
      const kept = await keptKey(folder);
      if (kept) return kept;
      await writeFile(keyFile(folder), made.toString('base64'), { mode: 0o600 });
      return made;
    },
    leave: () => rm(given ? mark : folder, { recursive: true, force: true }),
  };
}
