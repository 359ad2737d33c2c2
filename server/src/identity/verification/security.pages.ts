// People show again who they are before they manage how they sign in.
import { attemptFactor, isRecoveryCode, isTotpCode } from '../factors/factor-attempt.ts';
import { personContext } from '../pages/person-context.ts';
import { codeField, isTotpForm } from '../factors/factor-fields.ts';
import { listFactors } from '../factors/factors.sql.ts';
import { type Fault, type Field, formOf } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import { html } from '../pages/html.ts';
import { consoleUrl, type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { linkTo, type Page, page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { logIn } from '../sign-in/password-login.ts';
import type { UserRow } from '../users/users.sql.ts';
import { SECURITY } from './security.forms.ts';
import { findSignedIn, remember, respondSignedOut, type SignedIn } from './verification.ts';

/** People without a password sign in again here, at their identity provider. */
export const PROVIDER_VERIFICATION = `${SECURITY}/sign-in`;

interface Shown {
  email: string;
  hasPassword: boolean;
  hasFactors: boolean;
  hasPasskey: boolean;
}

const password: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  autofocus: true,
};

const code: Field = {
  ...codeField,
  label: 'Code',
  help: 'Enter the code of your authenticator app, or a recovery code.',
  maxlength: 60,
  autofocus: false,
};

/** A recovery code has letters. */
const fieldsFor = ({ hasFactors }: Shown): Field[] =>
  hasFactors ? [password, { ...code, inputmode: 'text' }] : [password];

const verifyPage = ({ deps, action }: PageRequest, shown: Shown, fault?: Fault): Page =>
  page(
    'Confirm that it is you',
    html`<h1>Confirm that it is you</h1>
      <p class="text">You are signed in as ${shown.email}.</p>
      ${
        shown.hasPassword
          ? formOf({ action, ...(fault && { fault }) }, fieldsFor(shown), 'Continue')
          : linkTo({
              href: publicPath({ deps }, PROVIDER_VERIFICATION),
              text: 'Sign in again with your identity provider',
            })
      }
      ${shown.hasPasskey && linkTo({ href: `${action}/passkey`, text: 'Use a passkey' })}
      ${linkTo({ href: consoleUrl({ deps }), text: 'Back to the console' })}`,
  );

async function optionsOf({ deps }: PageRequest, user: UserRow): Promise<Shown> {
  const factors = await listFactors(deps.db, user.id);
  const { email, password_hash } = user;
  return {
    email,
    hasPassword: password_hash !== null,
    hasFactors: factors.length > 0,
    hasPasskey: factors.some(({ kind }) => kind === 'passkey'),
  };
}

async function showVerify(pageRequest: PageRequest): Promise<void> {
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const shown = await optionsOf(pageRequest, signedIn.user);
  respond(pageRequest.response, 200, verifyPage(pageRequest, shown));
}

/** Asks for as much as a sign-in does; returns the methods that have succeeded. */
async function verify(
  pageRequest: PageRequest,
  { user }: SignedIn,
  { hasFactors }: Shown,
): Promise<{ amr: string[] } | { status: number; fault: Fault }> {
  const { deps, address, request } = pageRequest;
  const form = await readForm(request);
  const from = { address, client: null };
  const attempt = { email: user.email, password: form.get('password') ?? '', ...from };
  const outcome = await logIn(deps, attempt);
  if ('fault' in outcome) {
    const { status, fault } = outcome;
    const message = status === 401 ? 'The password is incorrect.' : fault;
    return { status, fault: { message, fields: status === 401 ? ['password'] : [] } };
  }
  if (!hasFactors) return { amr: ['pwd'] };
  const given = form.get('code') ?? '';
  const context = personContext(pageRequest, user);
  const wrong = 'The code is incorrect or was used before.';
  const result = await attemptFactor(deps, { user, ...from }, wrong, async () =>
    isTotpForm(given) ? isTotpCode(deps, user, given) : isRecoveryCode(deps, context, user, given),
  );
  if ('isCorrect' in result) return { amr: ['pwd', 'otp', 'mfa'] };
  const { status, fault: message } = result;
  return { status, fault: { message, fields: status === 401 ? ['code'] : [] } };
}

async function submitVerify(pageRequest: PageRequest): Promise<void> {
  const { response } = pageRequest;
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { user, verificationId: id } = signedIn;
  const shown = await optionsOf(pageRequest, user);
  const result = await verify(pageRequest, signedIn, shown);
  if ('fault' in result) {
    return respond(response, result.status, verifyPage(pageRequest, shown, result.fault));
  }
  await remember(pageRequest, { id, user, amr: result.amr });
  redirect(response, publicPath(pageRequest, SECURITY));
}

export const securityPages: PageTable = {
  [`GET ${SECURITY}/verify`]: showVerify,
  [`POST ${SECURITY}/verify`]: submitVerify,
};
