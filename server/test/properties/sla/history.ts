// Random histories of an incident consist of waits, many of which end exactly at a threshold or next to it, each with
// an action.
import fc from 'fast-check';
import { priorities, type Priority } from './model.ts';

export type Wait = number | { share: number; offMs: number };

export type Action =
  | { do: 'sweep' }
  | { do: 'change'; move: number | null; priority: Priority | null }
  | { do: 'delete' }
  | { do: 'restore' };

interface Step {
  wait: Wait;
  action: Action;
}

export interface History {
  priority: Priority;
  steps: Step[];
}

/** Picks a transition; the last one may close the incident for good, which few histories should do early. */
export const MAX_MOVES = 7;

const HOUR_MS = 3_600_000;

const waits: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 * HOUR_MS }) },
  {
    weight: 4,
    arbitrary: fc.record({
      share: fc.constantFrom(0.75, 1),
      offMs: fc.constantFrom(-1, 0, 0, 1),
    }),
  },
);

const priority = fc.constantFrom(...priorities);

const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      move: fc.nat({ max: MAX_MOVES }),
      priority: fc.constant(null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      move: fc.constant(null),
      priority,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      move: fc.nat({ max: MAX_MOVES }),
      priority,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'delete' as const }, { do: 'restore' as const }) },
);

export const histories: fc.Arbitrary<History> = fc.record({
  priority,
  steps: fc.array(fc.record({ wait: waits, action: actions }), {
    minLength: 1,
    maxLength: 24,
    size: 'max',
  }),
});
