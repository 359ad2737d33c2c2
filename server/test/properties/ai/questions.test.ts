// Random questions with other signatures are never a hit, whatever their vectors: this is decided by the keys alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachePairs } from '../../../../bench/ai/cache-questions.ts';
import { questionKeys } from '../../../src/ai/cache/question.ts';
import { drawSeed } from '../../support/random.ts';

const isShared = ({ one, other }: { one: string; other: string }): boolean =>
  questionKeys(one).signature === questionKeys(other).signature;

test('questions that nearly match never share a cached response, and trivial variants do', (t) => {
  const seed = drawSeed();
  t.diagnostic(`seed ${seed}`);
  const { nearMisses, variants } = cachePairs(seed, 200, 100);
  assert.deepEqual(nearMisses.filter(isShared), []);
  assert.deepEqual(
    variants.filter((pair) => !isShared(pair)),
    [],
  );
});
