// The area in which people manage how they sign in.
import { logIn } from '../sign-in/password-login.ts';
import { credentialsFault } from '../sign-in/sign-in.pages.ts';
import { formOf, type Fault } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import { html } from '../pages/html.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { linkTo, type Page, page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { SECURITY, verifiedPage } from './security.forms.ts';
import { findSignedIn, remember, respondSignedOut } from './verification.ts';

/** People without a password sign in again here, at their identity provider. @public */
export const PROVIDER_VERIFICATION = `${SECURITY}/sign-in`;

const verifyPage = (
  { deps, action }: PageRequest,
  { email, hasPassword }: { email: string; hasPassword: boolean },
  fault?: Fault,
): Page => {
  const form = { action, ...(fault && { fault }) };
  const provider = publicPath({ deps }, PROVIDER_VERIFICATION);
  return page(
    'Confirm that it is you',
    html`<h1>Confirm that it is you</h1>
      <p class="text">You are signed in as ${email}.</p>
      ${
        hasPassword
          ? formOf(
              form,
              [
                {
                  name: 'password',
                  label: 'Password',
                  type: 'password',
                  autocomplete: 'current-password',
                  autofocus: true,
                },
              ],
              'Continue',
            )
          : linkTo({ href: provider, text: 'Sign in again with your identity provider' })
      }`,
  );
};

async function showVerify(pageRequest: PageRequest): Promise<void> {
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { email, password_hash } = signedIn.user;
  const shown = { email, hasPassword: password_hash !== null };
  respond(pageRequest.response, 200, verifyPage(pageRequest, shown));
}

async function submitVerify(pageRequest: PageRequest): Promise<void> {
  const { deps, address, request, response } = pageRequest;
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { email } = signedIn.user;
  const password = (await readForm(request)).get('password') ?? '';
  const outcome = await logIn(deps, { email, password, address, client: null });
  if ('fault' in outcome) {
    const { status, fault } = outcome;
    const message = status === 401 ? 'The password is incorrect.' : fault;
    const shown = { email, hasPassword: true };
    return respond(
      response,
      status,
      verifyPage(pageRequest, shown, credentialsFault(status, message)),
    );
  }
  await remember(pageRequest, {
    id: signedIn.verificationId,
    user: outcome.user,
    amr: ['pwd'],
  });
  redirect(response, publicPath(pageRequest, SECURITY));
}

const showSecurity = verifiedPage(async ({ response }, { user }) =>
  respond(
    response,
    200,
    page(
      'Security',
      html`<h1>Security</h1>
        <p class="text">${user.email}</p>`,
    ),
  ),
);

export const securityPages: PageTable = {
  [`GET ${SECURITY}`]: showSecurity,
  [`GET ${SECURITY}/verify`]: showVerify,
  [`POST ${SECURITY}/verify`]: submitVerify,
};
