// A body may have members whose form is decided by the instance and not by the contract. The rule of its schema finds their
// faults, which are reported together with all others.
import type { TSchema } from 'typebox';
import type { Context } from '../../context.ts';
import type { Fault } from '../../errors.ts';
import type { Input } from './validation.ts';

type RuleContext = Pick<Context, 'actor' | 'fields'>;

type BodyRule = (body: unknown, context: RuleContext) => Fault[];

const rules = new WeakMap<TSchema, BodyRule>();

export const setBodyRule = (schema: TSchema, rule: BodyRule): void => {
  rules.set(schema, rule);
};

/** Returns the input with the faults that the rule of the schema finds in it. */
export function withRuleFaults(
  schema: TSchema | undefined,
  body: unknown,
  input: Input,
  context: RuleContext,
): Input {
  const found = schema && rules.get(schema)?.(body, context);
  return found && found.length > 0 ? { ...input, faults: [...input.faults, ...found] } : input;
}
