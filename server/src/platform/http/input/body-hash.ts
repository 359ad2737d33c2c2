// What a request with an Idempotency-Key is compared by.
import { createHash } from 'node:crypto';

/** With the length of each part, so that no two lists of parts have the same hash. */
export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts)
    hash
      .update(String(Buffer.byteLength(part)))
      .update(':')
      .update(part);
  return hash.digest();
};

/** The body as it came and how it was called; made while it is read, since the bytes are not kept. */
export const hashOfBody = (raw: Buffer, contentType: string): Buffer => sha256(contentType, raw);
