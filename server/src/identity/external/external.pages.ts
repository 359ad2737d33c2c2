// A person signs in with the account of their organisation: to its identity provider, and back with a code.
import { readForm } from '../pages/form.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { requestIdFrom } from '../pages/person-context.ts';
import { redirect } from '../pages/send.ts';
import { clientIdOf, completeSignIn, interactionOf } from '../sign-in/sign-in.flow.ts';
import { systemContext } from '../system-context.ts';
import { beginAttempt, findAttempt, useAttempt } from './attempts.ts';
import { failureOf } from './failures.ts';
import { signInUser } from './link.ts';
import { authorizationUrl, methodsOf, redeem } from './provider-client.ts';
import type { IdentityProviderRow } from './providers/providers.sql.ts';
import { activeProvider, refuse, type Refusal } from './refusal.ts';
import { RETURNED } from './verification.pages.ts';

type Interaction = Awaited<ReturnType<typeof interactionOf>>;

const refuseSignIn =
  (pageRequest: PageRequest, interaction: Interaction, provider?: IdentityProviderRow) =>
  (refusal: Refusal): Promise<void> => {
    const back = { path: `/interaction/${interaction.uid}`, text: 'Back to the sign-in page' };
    return refuse(pageRequest, { provider, client: clientIdOf(interaction), back }, refusal);
  };

/** An application that asks for a new sign-in gets one: a session at the provider is not enough. */
const FRESH_REASONS = new Set(['login_prompt', 'max_age']);

async function begin(pageRequest: PageRequest): Promise<void> {
  const { deps, request, response } = pageRequest;
  const interaction = await interactionOf(pageRequest);
  const form = await readForm(request);
  const provider = await activeProvider(pageRequest, form.get('provider') ?? '');
  const refuseWith = refuseSignIn(pageRequest, interaction, provider);
  if (!provider) return refuseWith({ failure: 'unavailable' });
  const attempt = await beginAttempt(deps, {
    identityProvider: provider.id,
    interaction: interaction.uid,
    isFresh: interaction.prompt.reasons.some((reason) => FRESH_REASONS.has(reason)),
  });
  try {
    redirect(response, await authorizationUrl(deps, provider, attempt));
  } catch (error) {
    return refuseWith({ failure: failureOf(error), error });
  }
}

const RESPONSE_PARAMETERS = new Set(['code', 'state', 'iss', 'error', 'error_description']);

/**
 * The provider redirects to this path, which is its own, so that a response of one provider is never sent to another.
 * The cookie of the interaction belongs to another path, where the sign-in is completed.
 */
async function forward(pageRequest: PageRequest): Promise<void> {
  const { deps, response, id, query } = pageRequest;
  const { interaction } = await findAttempt(deps, query.get('state'), { identityProvider: id });
  const parameters = [...query].filter(([name]) => RESPONSE_PARAMETERS.has(name));
  const path =
    interaction === undefined ? RETURNED : `/interaction/${interaction}/identity-provider`;
  const search = new URLSearchParams(parameters).toString();
  redirect(response, `${publicPath(pageRequest, path)}?${search}`);
}

async function complete(pageRequest: PageRequest): Promise<void> {
  const { deps, address, response, query } = pageRequest;
  const interaction = await interactionOf(pageRequest);
  const expected = { interaction: interaction.uid };
  const attempt = await useAttempt(deps, query.get('state'), expected);
  const provider = await activeProvider(pageRequest, attempt.identityProvider);
  const refuseWith = refuseSignIn(pageRequest, interaction, provider);
  if (!provider) return refuseWith({ failure: 'unavailable' });
  let claims: Awaited<ReturnType<typeof redeem>>;
  try {
    claims = await redeem(deps, provider, query, attempt);
  } catch (error) {
    return refuseWith({ failure: failureOf(error), error });
  }
  const context = {
    ...systemContext(deps, provider.id),
    requestId: requestIdFrom(response),
    origin: { address, client: clientIdOf(interaction) },
  };
  const result = await deps.db
    .transaction()
    .execute((tx) => signInUser(tx, context, deps.config, { provider, claims }));
  if ('failure' in result) return refuseWith(result);
  await completeSignIn(pageRequest, { user: result.user, amr: methodsOf(claims) });
}

export const externalPages: PageTable = {
  'POST /interaction/:id/identity-provider': begin,
  'GET /identity-providers/:id/callback': forward,
  'GET /interaction/:id/identity-provider': complete,
};
