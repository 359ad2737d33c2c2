// Secrets at rest are sealed with AES-256-GCM under a key derived from ENCRYPTION_KEY, and bound to their row.
// Sealed bytes are: form (1), key id (4), nonce (12), tag (16), ciphertext.
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

const FORM = 1;
const NONCE = 5;
const TAG = 17;
const TEXT = 33;

/** Names the row in the associated data, so that bytes moved to another row or table cannot be opened. */
export const rowIdOf = (table: string, id: string): string => `${table}/${id}`;

/** `admin rekey` seals the values of each such column under the new key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Every process seals with the key of this column: it is changed first, and in one transaction. */
  isFollowed?: true;
}

export interface SecretKey {
  id: Buffer;
  key: Buffer;
}

export const secretKeyOf = (encryptionKey: Buffer): SecretKey => {
  const key = deriveKey(encryptionKey, 'secrets');
  return { key, id: hash('sha256', key, 'buffer').subarray(0, 4) };
};

/** `current` seals, all of them open; see key-ring.ts. */
export interface SecretKeys {
  current: SecretKey;
  all: readonly SecretKey[];
}

export function seal(
  { current: { id, key } }: SecretKeys,
  rowId: string,
  plain: Uint8Array,
): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORM), id, nonce, cipher.getAuthTag(), text]);
}

export const isSealedUnder = ({ id }: SecretKey, sealed: Buffer): boolean =>
  sealed[0] === FORM && sealed.subarray(1, NONCE).equals(id);

/** A retry with the same key fails again. */
export class ForeignKeyError extends Error {}

export function open({ all }: SecretKeys, rowId: string, sealed: Buffer): Buffer {
  const secretKey = all.find((one) => isSealedUnder(one, sealed));
  if (!secretKey) {
    throw new ForeignKeyError(
      `${rowId} was sealed under another ENCRYPTION_KEY; run \`admin rekey\` to change the key`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', secretKey.key, sealed.subarray(NONCE, TAG))
    .setAAD(Buffer.from(rowId))
    .setAuthTag(sealed.subarray(TAG, TEXT));
  return Buffer.concat([decipher.update(sealed.subarray(TEXT)), decipher.final()]);
}
