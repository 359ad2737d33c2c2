// Repeatable randomness: the same seed gives the same values.
import { randomNumbers } from '../../src/platform/random.ts';

export interface Random {
  /** A whole number from 0 up to, not including, `n`. */
  below: (n: number) => number;
  pick: <T>(values: readonly T[]) => T;
}

export function randomFrom(seed: number): Random {
  const next = randomNumbers(seed);
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
}
