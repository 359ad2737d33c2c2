// A person signs in with the account of their organisation: to its identity provider, and back with a code.
import type { ServerResponse } from 'node:http';
import { readForm } from '../pages/form.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { messagePage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { clientIdOf, completeSignIn, interactionOf } from '../sign-in/sign-in.flow.ts';
import { systemContext } from '../system-context.ts';
import { type Attempt, beginAttempt, findAttempt, useAttempt } from './attempts.ts';
import { detailOf, type Failure, failureOf, failures } from './failures.ts';
import { signInUser } from './link.ts';
import { authorizationUrl, type Claims, redeem } from './provider-client.ts';
import { type IdentityProviderRow, identityProviderTable } from './providers/providers.sql.ts';

const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(303, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end();
};

interface Refusal {
  failure: Failure;
  provider?: IdentityProviderRow | undefined;
  /** The address is recorded with the failed sign-in. */
  address?: string | undefined;
  error?: unknown;
}

async function refuse(
  pageRequest: PageRequest,
  interaction: string,
  client: string,
  { failure, provider, address: email, error }: Refusal,
): Promise<void> {
  const { deps, address, response } = pageRequest;
  // The errors of the library quote responses, so only their messages are logged.
  const reason = error === undefined ? undefined : detailOf(error);
  deps.log.info({ provider: provider?.id, failure, reason }, 'external_sign_in.refused');
  if (email !== undefined) await recordSignIn(deps, { kind: 'failed', email, address, client });
  const { status, title, message } = failures[failure];
  const page = messagePage(title, message(provider?.name ?? 'this identity provider'), {
    detail: failure === 'invalid' ? detailOf(error) : undefined,
    link: {
      href: publicPath(pageRequest, `/interaction/${interaction}`),
      text: 'Back to the sign-in page',
    },
  });
  respond(response, status, page);
}

/** The row is read again after the redirect, because an administrator may have changed it meanwhile. */
async function activeProvider(
  { deps }: PageRequest,
  id: string,
): Promise<IdentityProviderRow | undefined> {
  const provider = await identityProviderTable.find(deps.db, id);
  return provider?.active && deps.config.OIDC_ISSUER === '' ? provider : undefined;
}

/** An application that asks for a new sign-in gets one: a session at the provider is not enough. */
const FRESH_REASONS = new Set(['login_prompt', 'max_age']);

async function begin(pageRequest: PageRequest): Promise<void> {
  const { deps, request, response } = pageRequest;
  const interaction = await interactionOf(pageRequest);
  const form = await readForm(request);
  const provider = await activeProvider(pageRequest, form.get('provider') ?? '');
  const refusal = (given: Refusal) =>
    refuse(pageRequest, interaction.uid, clientIdOf(interaction), { provider, ...given });
  if (!provider) return refusal({ failure: 'unavailable' });
  const isFresh = interaction.prompt.reasons.some((reason) => FRESH_REASONS.has(reason));
  const attempt = await beginAttempt(deps, {
    identityProvider: provider.id,
    interaction: interaction.uid,
    isFresh,
  });
  try {
    redirect(response, await authorizationUrl(deps, provider, attempt));
  } catch (error) {
    return refusal({ failure: failureOf(error), error });
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
  const path = publicPath(pageRequest, `/interaction/${interaction}/identity-provider`);
  redirect(response, `${path}?${new URLSearchParams(parameters).toString()}`);
}

const MAX_METHODS = 10;

/** Returns the methods that the provider confirms, as RFC 8176 names them. */
const methodsOf = ({ amr }: Claims): string[] =>
  [amr]
    .flat()
    .filter((one): one is string => typeof one === 'string' && /^[a-z_]{1,20}$/.test(one))
    .slice(0, MAX_METHODS);

async function complete(pageRequest: PageRequest): Promise<void> {
  const { deps, response, query } = pageRequest;
  const interaction = await interactionOf(pageRequest);
  const { uid } = interaction;
  const attempt: Attempt = await useAttempt(deps, query.get('state'), { interaction: uid });
  const provider = await activeProvider(pageRequest, attempt.identityProvider);
  const refusal = (given: Refusal) =>
    refuse(pageRequest, uid, clientIdOf(interaction), { provider, ...given });
  if (!provider) return refusal({ failure: 'unavailable' });
  let claims: Awaited<ReturnType<typeof redeem>>;
  try {
    claims = await redeem(deps, provider, query, attempt);
  } catch (error) {
    return refusal({ failure: failureOf(error), error });
  }
  const context = {
    ...systemContext(deps, provider.id),
    requestId: String(response.getHeader('x-request-id')),
  };
  const result = await deps.db
    .transaction()
    .execute((tx) => signInUser(tx, context, deps.config, { provider, claims }));
  if ('failure' in result) return refusal(result);
  await completeSignIn(pageRequest, { user: result.user, amr: methodsOf(claims) });
}

export const externalPages: PageTable = {
  'POST /interaction/:id/identity-provider': begin,
  'GET /identity-providers/:id/callback': forward,
  'GET /interaction/:id/identity-provider': complete,
};
