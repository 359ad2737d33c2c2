// A process whose ENCRYPTION_KEY is not that of the database does not start: it would seal secrets that others cannot
// open. With two keys it seals with the one of the newest signing key, which `admin rekey` changes first.
import { type Cancel, type Clock, systemClock } from '../../platform/clock.ts';
import { isSealedUnder } from '../../platform/crypto/sealing.ts';
import { UsageError } from '../../platform/errors.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { newestSigningKey } from './keys.sql.ts';

type KeyDeps = Pick<Deps, 'db' | 'keys'>;

/** Returns whether the newest signing key was sealed under one of our keys; undefined if there is none yet. */
export async function canOpenSigningKey({ db, keys }: KeyDeps): Promise<boolean | undefined> {
  const newest = await newestSigningKey(db);
  return newest && keys.all.some((key) => isSealedUnder(key, newest.private_key));
}

/** Returns false if none of our keys is that of the database, and true if the database has none yet. */
async function adoptDatabaseKey({ db, keys }: KeyDeps): Promise<boolean> {
  const newest = await newestSigningKey(db);
  return !newest || keys.follow(newest.private_key);
}

/** Passes if the database is unavailable or not migrated yet; the parts wait for it. */
export async function requireOwnKey(deps: KeyDeps): Promise<void> {
  if (await adoptDatabaseKey(deps).catch(() => true)) return;
  throw new UsageError(
    'The secrets in the database were encrypted with another ENCRYPTION_KEY. Set the previous key, or change the key with `admin rekey`.',
  );
}

/** The process polls several times before `admin rekey` checks the rows for the last time. */
const POLL_INTERVAL_MS = 2000;

/** Polls only if the process has two keys. After a failure it goes on sealing with the same key. */
export const pollSealingKey = (deps: KeyDeps, clock: Clock = systemClock): Cancel =>
  clock.every(
    POLL_INTERVAL_MS,
    () => {
      if (deps.keys.all.length > 1) void adoptDatabaseKey(deps).catch(() => {});
    },
    { ref: false },
  );
