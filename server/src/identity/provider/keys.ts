// Signing keys are generated here, encrypted in PostgreSQL, and shared by all processes of the identity provider.
// ES256 signs a token in 0.13 ms and verifies it in 0.20 ms, where RS256 takes 0.66 and 0.09. Every token is signed,
// but an API process verifies it once and caches the result. An ES256 token is also half as long.
import { createPrivateKey, generateKeyPairSync, hash, type JsonWebKey } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { open, rowIdOf, seal } from '../../platform/crypto/sealing.ts';
import { insertRevocation, signingKeySubject } from '../revocations/revocations.sql.ts';
import {
  deleteSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  readSigningKeys,
} from './keys.sql.ts';
import { nextKeyAt, retiredKeys, type KeySchedule } from './schedule.ts';

export const SIGNING_ALGORITHM = 'ES256';

export interface SigningKey extends KeySchedule {
  jwk: JsonWebKey & { kid: string };
}

type KeyDeps = Pick<Deps, 'keys' | 'now'>;

async function makeKey(tx: Tx, { keys, now }: KeyDeps, signsFrom: number): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64url').slice(
    0,
    16,
  );
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' });
  await insertSigningKey(tx, {
    id,
    private_key: seal(keys, rowIdOf('signing_keys', id), bytes),
    published_at: now().toISOString(),
    signs_from: new Date(signsFrom).toISOString(),
  });
}

/** Returns whether `rotateSigningKeys` has something to do; it decides again under its lock. */
export function isRotationDue(keys: readonly KeySchedule[], now: number): boolean {
  return nextKeyAt(keys, now) !== undefined || retiredKeys(keys, now).length > 0;
}

/** Creates the next key when it is due and removes keys whose last token has expired. */
export const rotateSigningKeys = (deps: KeyDeps & Pick<Deps, 'db'>, { isForced = false } = {}) =>
  deps.db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    const keys = await readSigningKeys(tx);
    const now = deps.now().getTime();
    const next = nextKeyAt(keys, now, { isForced });
    if (next !== undefined) await makeKey(tx, deps, next);
    const retired = retiredKeys(keys, now).map(({ id }) => id);
    await retireKeys(tx, deps, retired);
    return { isCreated: next !== undefined, retired };
  });

/** Removes keys from the key set, and revokes them for verifiers that have cached them. */
async function retireKeys(tx: Tx, { now }: KeyDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteSigningKeys(tx, ids);
  for (const id of ids) {
    await insertRevocation(tx, {
      subject: signingKeySubject(id),
      generation: 0,
      revoked_at: now().toISOString(),
    });
  }
}

/** Removes all keys but the newest and revokes the tokens they signed, because one may have leaked. */
export const retireOlderKeys = (deps: KeyDeps & Pick<Deps, 'db'>): Promise<string[]> =>
  deps.db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    const ids = (await readSigningKeys(tx)).map(({ id }) => id).slice(0, -1);
    await retireKeys(tx, deps, ids);
    return ids;
  });

/**
 * Replaces all keys by a new one and revokes every token that they signed. Keys of a restored database also signed tokens
 * for sessions that it does not know.
 */
export async function replaceSigningKeys(tx: Tx, deps: KeyDeps): Promise<void> {
  await lockSigningKeys(tx);
  const ids = (await readSigningKeys(tx)).map(({ id }) => id);
  await makeKey(tx, deps, deps.now().getTime());
  await retireKeys(tx, deps, ids);
}

/** Returns the keys in the order of `signs_from`. */
export async function loadKeys({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<SigningKey[]> {
  const rows = await readSigningKeys(db);
  return rows.map(({ id, private_key, signs_from }) => {
    const key = createPrivateKey({
      key: open(keys, rowIdOf('signing_keys', id), private_key),
      type: 'pkcs8',
      format: 'der',
    });
    return { id, signs_from, jwk: { ...key.export({ format: 'jwk' }), kid: id } };
  });
}
