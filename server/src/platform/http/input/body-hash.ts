// Requests with the same Idempotency-Key are compared by this hash.
import { createHash } from 'node:crypto';

/** Includes the length of each part, so that different lists of parts have different hashes. */
export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts)
    hash
      .update(String(Buffer.byteLength(part)))
      .update(':')
      .update(part);
  return hash.digest();
};

/** Hashes the content type and the raw body, while the body is read, since its bytes are not stored. */
export const hashOfBody = (raw: Buffer, contentType: string): Buffer => sha256(contentType, raw);
