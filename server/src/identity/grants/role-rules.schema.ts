import Type, { type TSchema } from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { roles } from '../roles.ts';

const name = Type.String({ maxLength: 255, pattern: '\\S' });
const MAX_RULES = 100;
const MAX_GROUPS = 20;

/** A source restricts the claims that its rules can name. */
export const roleRules = <Claim extends TSchema>(claim: Claim, description: string) =>
  Type.Array(
    object({
      claim,
      value: Type.String({
        maxLength: 255,
        pattern: '\\S',
        description: 'The rule applies if the claim is this text, or a list that contains it.',
      }),
      roles: Type.Array(oneOf(roles), { maxItems: roles.length, uniqueItems: true }),
      groups: Type.Array(name, {
        maxItems: MAX_GROUPS,
        uniqueItems: true,
        description:
          'Names of groups of this instance; unknown ones give nothing, and the response to a write warns of them.',
      }),
    }),
    { maxItems: MAX_RULES, description },
  );
