// A seeded random number generator, so that the demonstration data is always the same.
import { randomNumbers } from '../../platform/random.ts';

export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number;
  between: (least: number, most: number) => number;
  pick: <T>(from: readonly T[]) => T;
  /** True with this probability. */
  chance: (probability: number) => boolean;
}

export function seededRandom(seed: number): Random {
  const next = randomNumbers(seed);
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
  };
}
