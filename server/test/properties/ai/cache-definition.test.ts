import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concatenateVectors, cosine, scaleToUnit } from './cache-definition.ts';

test('questions with different signatures have a cosine below 0.95, even if their embeddings are equal', () => {
  const embedding = scaleToUnit(Array.from({ length: 384 }, () => 1));
  const vectors = Array.from({ length: 300 }, (_, n) =>
    concatenateVectors(embedding, `signature ${n}`),
  );
  for (const [index, one] of vectors.entries()) {
    assert.ok(Math.abs(cosine(one, one) - 1) < 1e-5);
    for (const other of vectors.slice(index + 1)) assert.ok(cosine(one, other) < 0.92);
  }
});
