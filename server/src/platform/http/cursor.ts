// Cursors that nobody can forge or use elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../errors.ts';

const MAC_BYTES = 16;

const invalidCursor = () =>
  new Problem(
    'invalid_cursor',
    'This cursor is not one that this list gave you for these filters and this sort. Begin again without it.',
  );

/** A cursor is sealed together with all that its page depends on, so it opens only there. */
export class Seal {
  readonly #key: Buffer;
  readonly #bound: string;

  constructor(key: Buffer, bound: unknown) {
    this.#key = key;
    this.#bound = JSON.stringify(bound);
  }

  #mac(position: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${this.#bound}\n${position}`)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  close(value: string, id: string): string {
    const position = JSON.stringify([value, id]);
    return Buffer.concat([this.#mac(position), Buffer.from(position)]).toString('base64url');
  }

  open(cursor: string): [value: string, id: string] {
    const bytes = Buffer.from(cursor, 'base64url');
    const position = bytes.subarray(MAC_BYTES).toString();
    const isOurs =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(position));
    if (!isOurs) throw invalidCursor();
    return JSON.parse(position);
  }
}
