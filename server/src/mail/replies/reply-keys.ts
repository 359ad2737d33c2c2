// The keys that sign reply addresses are random and sealed in their rows, so they outlive a change of ENCRYPTION_KEY.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { open, rowIdOf, seal, type SecretKeys } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  deleteOtherReplyKeys,
  insertReplyKey,
  lockReplyKeys,
  newReplyKeyId,
  readReplyKeys,
} from './reply-keys.sql.ts';

const KEY_OCTETS = 32;

const rowIdOfKey = (id: string): string => rowIdOf('reply_keys', id);

async function readKeys(tx: Tx, keys: SecretKeys): Promise<KeyObject[]> {
  const rows = await readReplyKeys(tx);
  return rows.map(({ id, key }) => createSecretKey(open(keys, rowIdOfKey(id), key)));
}

async function makeKey(tx: Tx, keys: SecretKeys): Promise<string> {
  const id = await newReplyKeyId(tx);
  await insertReplyKey(tx, { id, key: seal(keys, rowIdOfKey(id), randomBytes(KEY_OCTETS)) });
  return id;
}

/** Returns the newest key first, which signs; the retired ones still verify. Makes the first key. */
export async function replyKeys(tx: Tx, keys: SecretKeys): Promise<KeyObject[]> {
  const found = await readKeys(tx, keys);
  if (found.length > 0) return found;
  await lockReplyKeys(tx);
  const madeMeanwhile = await readKeys(tx, keys);
  if (madeMeanwhile.length > 0) return madeMeanwhile;
  await makeKey(tx, keys);
  return readKeys(tx, keys);
}

/** Makes a key that signs from now on. Returns how many older ones were removed: addresses that they signed do not work any more. */
export async function rotateReplyKeys(
  tx: Tx,
  keys: SecretKeys,
  { removesOlder }: { removesOlder: boolean },
): Promise<number> {
  await lockReplyKeys(tx);
  const id = await makeKey(tx, keys);
  return removesOlder ? deleteOtherReplyKeys(tx, id) : 0;
}
