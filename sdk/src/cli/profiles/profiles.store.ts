// Profiles are in a file that only its owner can read. It is written whole and renamed, so that no reader sees half of it.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../exit-codes.ts';

interface KeyProfile {
  kind: 'key';
  url: string;
  apiKey: string;
}

export interface LoginProfile {
  kind: 'login';
  url: string;
  email: string;
  accessToken: string;
  /** The time is in milliseconds since 1970. */
  expiresAt: number;
  refreshToken?: string | undefined;
  tokenEndpoint: string;
  revocationEndpoint?: string | undefined;
}

export type Profile = KeyProfile | LoginProfile;

export interface Profiles {
  current: string;
  profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = 'default';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** A process holds the lock while it renews a token; one that holds it for longer than this was killed. */
const STALE_LOCK_MS = 60_000;
const LOCK_POLL_MS = 50;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

export class ProfileStore {
  readonly folder: string;
  readonly file: string;

  constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'profiles.json');
  }

  async read(): Promise<Profiles> {
    let text: string;
    try {
      const { mode } = await stat(this.file);
      if ((mode & OTHERS) !== 0) await chmod(this.file, OWNER_ONLY);
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return { current: DEFAULT_PROFILE, profiles: {} };
      throw new CliError('failed', `${this.file} cannot be read: ${String(error)}`);
    }
    try {
      return JSON.parse(text) as Profiles;
    } catch {
      throw new CliError(
        'failed',
        `${this.file} is not valid JSON.`,
        'Remove the file and run `signalbox login`.',
      );
    }
  }

  /** One process at a time reads the file, lets `edit` change the profiles, and writes it. */
  async update<T>(edit: (profiles: Profiles) => T | Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const unlock = await this.#lock();
    try {
      const profiles = await this.read();
      const before = JSON.stringify(profiles);
      const result = await edit(profiles);
      if (JSON.stringify(profiles) !== before) await this.#write(profiles);
      return result;
    } finally {
      await unlock();
    }
  }

  async #write(profiles: Profiles): Promise<void> {
    const part = `${this.file}.${randomUUID()}`;
    await writeFile(part, `${JSON.stringify(profiles, null, 2)}\n`, { mode: OWNER_ONLY });
    await rename(part, this.file);
  }

  async #lock(): Promise<() => Promise<void>> {
    const path = `${this.file}.lock`;
    for (;;) {
      try {
        await (await open(path, 'wx', OWNER_ONLY)).close();
        return () => rm(path, { force: true });
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > STALE_LOCK_MS) await rm(path, { force: true });
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
  }
}
