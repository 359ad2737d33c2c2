// A process with another ENCRYPTION_KEY than the database's would seal new secrets that the others cannot open: it does
// not start. While it has two keys it seals with the one of the newest signing key, which `admin rekey` changes first.
import { type Cancel, type Clock, systemClock } from '../../platform/clock.ts';
import { isSealedUnder } from '../../platform/crypto/sealing.ts';
import { UsageError } from '../../platform/errors.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { newestSigningKey } from './keys.sql.ts';

type KeyDeps = Pick<Deps, 'db' | 'keys'>;

/** Whether the newest signing key was sealed under one of our keys; undefined if there is none yet. */
export async function canOpenSigningKey({ db, keys }: KeyDeps): Promise<boolean | undefined> {
  const newest = await newestSigningKey(db);
  return newest && keys.all.some((key) => isSealedUnder(key, newest.private_key));
}

/** Returns false if none of our keys is that of the database; true also if the database has none yet. */
async function followDatabase({ db, keys }: KeyDeps): Promise<boolean> {
  const newest = await newestSigningKey(db);
  return !newest || keys.follow(newest.private_key);
}

/** A database that is away, or not migrated yet, is waited for by the parts. */
export async function requireOwnKey(deps: KeyDeps): Promise<void> {
  if (await followDatabase(deps).catch(() => true)) return;
  throw new UsageError(
    'The secrets in the database were encrypted with another ENCRYPTION_KEY. Set the key that was used before, or change the key with `admin rekey`.',
  );
}

/** Several times before `admin rekey` has its last look. */
const LOOK_EVERY_MS = 2000;

/** While the process has two keys; a failure leaves the key that it seals with. */
export const keepFollowing = (deps: KeyDeps, clock: Clock = systemClock): Cancel =>
  clock.every(
    LOOK_EVERY_MS,
    () => {
      if (deps.keys.all.length > 1) void followDatabase(deps).catch(() => {});
    },
    { ref: false },
  );
