// The hash by which requests with the same Idempotency-Key are compared.
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

/** Hash of the content type and raw body; computed while the body is read, since the bytes are not kept. */
export const hashOfBody = (raw: Buffer, contentType: string): Buffer => sha256(contentType, raw);
