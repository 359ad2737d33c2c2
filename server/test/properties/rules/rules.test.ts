import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/platform/errors.ts';
import type { CompiledRule } from '../../../src/rules/run/compiled.ts';
import type { World } from '../../../src/rules/actions/draft.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { compareRules } from './prove.ts';
import type { Plant } from './subject.ts';

const withRule = (compiled: CompiledRule, rule: Partial<CompiledRule['rule']>): CompiledRule => ({
  ...compiled,
  rule: { ...compiled.rule, ...rule },
});

/** After the first action that cannot apply, none applies. */
const abortAfterSkip = (world: World): World => {
  let hasSkipped = false;
  return {
    ...world,
    automation: {
      ...world.automation,
      apply: (context, row, patch) => {
        try {
          if (hasSkipped) throw new ApiError('merged', 'An action was skipped.');
          return world.automation.apply(context, row, patch);
        } catch (error) {
          hasSkipped = true;
          throw error;
        }
      },
    },
  };
};

const planted: [fault: string, plant: Plant][] = [
  ['the order is reversed', { rules: (rules) => rules.toReversed() }],
  ['stop is ignored', { rules: (rules) => rules.map((one) => withRule(one, { stop: false })) }],
  [
    'a rule sees the record as it was before the request',
    {
      rules: (rules) =>
        rules.map((one) => ({
          ...one,
          test: (subject) => one.test({ ...subject, after: subject.before ?? subject.after }),
        })),
    },
  ],
  ['each rule runs twice', { rules: (rules) => rules.flatMap((one) => [one, one]) }],
  ['a skipped action aborts the others', { world: abortAfterSkip }],
  [
    'the trigger is ignored',
    {
      input: (input) => ({ ...input, triggers: new Set(['created', 'updated', 'noted'] as const) }),
    },
  ],
  [
    'an update with a note triggers only what waits for notes',
    {
      input: (input) => ({
        ...input,
        triggers: input.triggers.has('noted') ? new Set(['noted'] as const) : input.triggers,
      }),
    },
  ],
  ['nothing follows from time', { input: ({ due: _, ...input }) => input }],
  [
    'a changed field of a new record counts as changed',
    { input: (input) => ({ ...input, before: input.before ?? ({} as never) }) },
  ],
  ['each turn goes to the same person', { forgetsRotations: true }],
  ['notes have no limit', { world: (world) => ({ ...world, room: { texts: -1000 } }) }],
];

describe('Rules and their naive interpreter', () => {
  testShort(propertyTests.rules);

  for (const [fault, plant] of planted)
    test(`the comparison detects a planted fault: ${fault}`, async () => {
      const { faults } = await compareRules({ cases: 3000, seed: 1 }, plant, 1);
      assert.equal(faults.length, 1);
    });
});
