// Validates the member `custom` of a body against the fields that its caller may see.
import type { TSchema } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import { addBodyRule } from '../../platform/http/input/body-rules.ts';
import { bodyValidator, type Validate } from '../../platform/http/input/validation.ts';
import type { CustomizedType, FieldDefinition } from '../../platform/runtime/custom-fields.ts';
import { isAgent, visibleFields } from './custom.rights.ts';
import { valuesSchema } from './value-schemas.ts';

/** A schema is compiled once for the definitions that it was made from, for agents and for the others. */
const compiled = new WeakMap<readonly FieldDefinition[], Map<boolean, Validate>>();

const ofNoFields = bodyValidator(valuesSchema([]));

function validatorOf(type: CustomizedType, context: Pick<Context, 'actor' | 'fields'>): Validate {
  const known = context.fields.get(type);
  if (!known) return ofNoFields;
  const validators = compiled.get(known) ?? new Map<boolean, Validate>();
  compiled.set(known, validators);
  const agent = isAgent(type, context.actor);
  const validate =
    validators.get(agent) ?? bodyValidator(valuesSchema(visibleFields(type, context)));
  validators.set(agent, validate);
  return validate;
}

const customFaults = (
  type: CustomizedType,
  body: unknown,
  context: Pick<Context, 'actor' | 'fields'>,
): Fault[] => {
  const { custom } = (body ?? {}) as { custom?: unknown };
  return custom === undefined ? [] : validatorOf(type, context)({ custom }).faults;
};

/** Bodies of the schemas have custom values of records of the type. */
export const declareCustom = (type: CustomizedType, schemas: readonly TSchema[]): void => {
  for (const schema of schemas)
    addBodyRule(schema, (body, context) => customFaults(type, body, context));
};
