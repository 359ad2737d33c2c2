// A question is a hit in the AI cache if the cosine between vectors that hold embedding and signature is at least 0.95.
// The cache stores the two apart, with a bound of its own for the embedding, and must agree with this definition.
import { createHash } from 'node:crypto';

export const MIN_COSINE = 0.95;
const SIGNATURE_DIMENSIONS = 64;
/** The weight of the signature is the square root of this share. */
const SIGNATURE_SHARE = 0.2;

export const cosine = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

export function scaleToUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The direction is drawn from the hash: it is nearly orthogonal to that of any other hash. */
function directionOf(signature: string): number[] {
  const bytes = Buffer.concat(
    [0, 1].map((n) => createHash('sha512').update(`${n} ${signature}`).digest()),
  );
  return scaleToUnit(
    Array.from({ length: SIGNATURE_DIMENSIONS }, (_, index) => bytes.readInt16BE(index * 2)),
  );
}

/** Returns a vector of length 1 if the embedding has length 1. */
export function concatenateVectors(embedding: readonly number[], signature: string): number[] {
  const [own, drawn] = [Math.sqrt(1 - SIGNATURE_SHARE), Math.sqrt(SIGNATURE_SHARE)];
  return [
    ...embedding.map((value) => value * own),
    ...directionOf(signature).map((value) => value * drawn),
  ];
}
