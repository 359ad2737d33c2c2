// Pickers offer these values from the settings, which every signed-in caller may read.
import Type, { type TProperties } from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { type Policy, reachOf } from '../platform/http/routes/policy.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import type { AnySettings, Choice } from '../platform/runtime/settings.ts';

const directory_is_complete = Type.Boolean({
  description:
    'Whether the directory lists everybody who can sign in. False with an external identity provider; clients should then accept any e-mail address.',
});

type Choices = [name: string, choice: Choice<never>][];

function choicesSchema(choices: Choices) {
  const fields: TProperties = Object.fromEntries(
    choices.map(([name, { schema, policy }]) => [name, policy ? Type.Optional(schema) : schema]),
  );
  const example = Object.fromEntries(choices.map(([name, one]) => [name, one.example]));
  return object(
    { ...fields, directory_is_complete },
    { title: 'Choices', examples: [{ ...example, directory_is_complete: true }] },
  );
}

const getChoices =
  (choices: Choices) =>
  async ({ actor, deps, settings }: RequestContext): Promise<Reply> => {
    const offered = choices.filter(([, { policy }]) => !policy || reachOf(policy, actor));
    return ok({
      ...Object.fromEntries(offered.map(([name, one]) => [name, one.of(settings as never)])),
      directory_is_complete: deps.config.OIDC_ISSUER === '',
    });
  };

export function choicesRoute(policy: Policy, sections: readonly AnySettings[]): Route {
  const choices: Choices = sections
    .flatMap((section) => Object.entries(section.choices ?? {}))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return reads({
    method: 'GET',
    path: '/choices',
    operationId: 'getChoices',
    tag: 'Settings',
    summary: 'Get picker choices',
    description:
      'Values that pickers should offer, from the instance settings. Fields of records also accept other values.',
    policy,
    success: { status: 200, description: 'The choices.', schema: choicesSchema(choices) },
    read: getChoices(choices),
  });
}
