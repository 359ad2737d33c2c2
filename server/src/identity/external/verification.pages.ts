// People without a password show again who they are by a new sign-in at their identity provider.
import { readForm } from '../pages/form.ts';
import { html } from '../pages/html.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { messagePage, page, providerButtons } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { SECURITY } from '../verification/security.forms.ts';
import { PROVIDER_VERIFICATION } from '../verification/security.pages.ts';
import { findSignedIn, grantVerification, respondSignedOut } from '../verification/verification.ts';
import { beginAttempt, useAttempt } from './attempts.ts';
import { failureOf } from './failures.ts';
import { findIdentity, providersOfUser } from './identities.sql.ts';
import { authorizationUrl, methodsOf, redeem } from './provider-client.ts';
import type { IdentityProviderRow } from './providers/providers.sql.ts';
import { activeProvider, refuse, type Refusal } from './refusal.ts';

/** The redirect URI of the provider leads here. */
export const RETURNED = `${PROVIDER_VERIFICATION}/returned`;

const refuseVerification =
  (pageRequest: PageRequest, provider?: IdentityProviderRow) =>
  (refusal: Refusal): Promise<void> => {
    const back = { path: PROVIDER_VERIFICATION, text: 'Back' };
    return refuse(pageRequest, { provider, client: null, back }, refusal);
  };

async function show(pageRequest: PageRequest): Promise<void> {
  const { deps, response, action } = pageRequest;
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { user } = signedIn;
  const providers = await providersOfUser(deps.db, user.id);
  const title = 'Confirm that it is you';
  if (providers.length === 0) {
    const message =
      'You have no password, and none of the ways to sign in here is linked to your account. Ask your administrator.';
    return respond(response, 403, messagePage(title, message));
  }
  const body = html`<h1>${title}</h1>
    <p class="text">You are signed in as ${user.email}. Sign in again to continue.</p>
    ${providerButtons(action, providers)}`;
  respond(response, 200, page(title, body));
}

async function begin(pageRequest: PageRequest): Promise<void> {
  const { deps, request, response } = pageRequest;
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const form = await readForm(request);
  const provider = await activeProvider(pageRequest, form.get('provider') ?? '');
  const refuseWith = refuseVerification(pageRequest, provider);
  if (!provider) return refuseWith({ failure: 'unavailable' });
  const attempt = await beginAttempt(deps, {
    identityProvider: provider.id,
    session: signedIn.verificationId,
    isFresh: true,
  });
  try {
    redirect(response, await authorizationUrl(deps, provider, attempt));
  } catch (error) {
    return refuseWith({ failure: failureOf(error), error });
  }
}

/** The person at the provider must be the one whose session it is. */
async function complete(pageRequest: PageRequest): Promise<void> {
  const { deps, response, query } = pageRequest;
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const expected = { session: signedIn.verificationId };
  const attempt = await useAttempt(deps, query.get('state'), expected);
  const provider = await activeProvider(pageRequest, attempt.identityProvider);
  const refuseWith = refuseVerification(pageRequest, provider);
  if (!provider) return refuseWith({ failure: 'unavailable' });
  try {
    const claims = await redeem(deps, provider, query, attempt);
    const name = { issuer: provider.issuer, subject: claims.sub };
    const identity = await findIdentity(deps.db, name);
    const isGranted =
      identity?.user_id === signedIn.user.id &&
      (await grantVerification(pageRequest, signedIn.user, methodsOf(claims)));
    if (!isGranted)
      return await refuseWith({ failure: 'another_person', address: signedIn.user.email });
  } catch (error) {
    return refuseWith({ failure: failureOf(error), error });
  }
  redirect(response, publicPath(pageRequest, SECURITY));
}

export const verificationPages: PageTable = {
  [`GET ${PROVIDER_VERIFICATION}`]: show,
  [`POST ${PROVIDER_VERIFICATION}`]: begin,
  [`GET ${RETURNED}`]: complete,
};
