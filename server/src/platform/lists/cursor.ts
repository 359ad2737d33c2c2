// Cursors that cannot be forged or used for another list.
import { createCipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors.ts';

const MAC_BYTES = 16;

const invalidCursor = () =>
  new ApiError(
    'invalid_cursor',
    'This cursor was not issued by this list for these filters and this sort. Start again without a cursor.',
  );

/** A cursor is authenticated together with everything its page depends on, so it is valid only there. */
export class Seal {
  readonly #key: KeyObject;
  readonly #bound: string;
  readonly #isEncrypted: boolean;

  constructor(key: KeyObject, bound: unknown, { isEncrypted = false } = {}) {
    this.#key = key;
    this.#bound = JSON.stringify(bound);
    this.#isEncrypted = isEncrypted;
  }

  /** The MAC of the plain position is the initial counter, as in AES-SIV: no random bytes, and no counter used twice. */
  #crypted(bytes: Buffer, mac: Buffer): Buffer {
    if (!this.#isEncrypted) return bytes;
    const key = Buffer.from(hkdfSync('sha256', this.#key, '', 'cursor encryption', 32));
    return createCipheriv('aes-256-ctr', key, mac).update(bytes);
  }

  #mac(position: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${this.#bound}\n${position}`)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  close(value: string, id: string): string {
    const position = JSON.stringify([value, id]);
    const mac = this.#mac(position);
    return Buffer.concat([mac, this.#crypted(Buffer.from(position), mac)]).toString('base64url');
  }

  open(cursor: string): [value: string, id: string] {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw invalidCursor();
    const mac = bytes.subarray(0, MAC_BYTES);
    const position = this.#crypted(bytes.subarray(MAC_BYTES), mac).toString();
    if (!timingSafeEqual(mac, this.#mac(position))) throw invalidCursor();
    return JSON.parse(position);
  }
}
