// A body may have members whose form is decided by the instance and not by the contract. The rules of its schema find their
// faults, which are reported together with all others.
import type { TSchema } from 'typebox';
import type { Context } from '../../context.ts';
import type { Fault } from '../../errors.ts';
import type { Input } from './validation.ts';

type RuleContext = Pick<Context, 'actor' | 'fields'>;

export type BodyRule = (body: unknown, context: RuleContext) => Fault[];

const rules = new WeakMap<TSchema, readonly BodyRule[]>();

export const addBodyRule = (schema: TSchema, rule: BodyRule): void => {
  rules.set(schema, [...(rules.get(schema) ?? []), rule]);
};

/** Returns the input with the faults that the rules of the schema find in it. */
export function withRuleFaults(
  schema: TSchema | undefined,
  body: unknown,
  input: Input,
  context: RuleContext,
): Input {
  const found = (schema && rules.get(schema))?.flatMap((rule) => rule(body, context)) ?? [];
  return found.length > 0 ? { ...input, faults: [...input.faults, ...found] } : input;
}
