// The same seed gives the same values, and everything random in a test comes from one printed seed.
import { randomInt } from 'node:crypto';
import { randomNumbers } from '../../src/demo/story/random.ts';

export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number;
  /** Returns an integer from 0 (inclusive) to `n` (exclusive). */
  below: (n: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(values: readonly T[]) => T;
  shuffle: <T>(values: readonly T[]) => T[];
}

export const drawSeed = (): number => randomInt(2 ** 31);

export function randomFrom(seed: number): Random {
  const next = randomNumbers(seed);
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (values) => {
      if (values.length === 0) throw new Error('pick() needs at least one value');
      return values[below(values.length)] as (typeof values)[number];
    },
    shuffle: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
  };
}
