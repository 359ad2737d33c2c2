// Cursors cannot be forged or used for another list.
import { createCipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors.ts';

const MAC_BYTES = 16;

const invalidCursor = () =>
  new ApiError(
    'invalid_cursor',
    'This cursor was not issued by this list for these filters and this sort. Start again without a cursor.',
  );

interface CursorKey {
  cursor: KeyObject;
}

/** See crypto/key-ring.ts. */
interface CursorKeys {
  current: CursorKey;
  all: readonly CursorKey[];
}

/** A cursor is authenticated together with everything its page depends on, so it is valid only there. */
export class Seal {
  readonly #keys: CursorKeys;
  readonly #bound: string;
  readonly #isEncrypted: boolean;

  constructor(keys: CursorKeys, bound: unknown, { isEncrypted = false } = {}) {
    this.#keys = keys;
    this.#bound = JSON.stringify(bound);
    this.#isEncrypted = isEncrypted;
  }

  /** The MAC of the plain position is the initial counter, as in AES-SIV: this needs no random bytes and uses no counter twice. */
  #applyCipher(cursorKey: KeyObject, bytes: Buffer, mac: Buffer): Buffer {
    if (!this.#isEncrypted) return bytes;
    const key = Buffer.from(hkdfSync('sha256', cursorKey, '', 'cursor encryption', 32));
    return createCipheriv('aes-256-ctr', key, mac).update(bytes);
  }

  #mac(cursorKey: KeyObject, position: string): Buffer {
    return createHmac('sha256', cursorKey)
      .update(`${this.#bound}\n${position}`)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  close(value: string, id: string): string {
    const position = JSON.stringify([value, id]);
    const { cursor } = this.#keys.current;
    const mac = this.#mac(cursor, position);
    const text = this.#applyCipher(cursor, Buffer.from(position), mac);
    return Buffer.concat([mac, text]).toString('base64url');
  }

  open(cursor: string): [value: string, id: string] {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw invalidCursor();
    const mac = bytes.subarray(0, MAC_BYTES);
    for (const { cursor: key } of this.#keys.all) {
      const position = this.#applyCipher(key, bytes.subarray(MAC_BYTES), mac).toString();
      if (timingSafeEqual(mac, this.#mac(key, position))) return JSON.parse(position);
    }
    throw invalidCursor();
  }
}
