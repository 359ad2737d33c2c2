// Pages on which people set up an authenticator app and get recovery codes, in each area in which factors are added.
import type { Fault } from '../pages/fields.ts';
import { formOf } from '../pages/fields.ts';
import { html } from '../pages/html.ts';
import type { PageRequest } from '../pages/page-request.ts';
import { linkTo, type Page, page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import type { Verified } from '../verification/verification.ts';
import { saveSetupSecret, takeSetupSecret } from '../verification/verification.sql.ts';
import { type AreaForm, type AreaPage, type FactorArea, respondAdded } from './factor-area.ts';
import { personContext } from '../pages/person-context.ts';
import { codeField, withoutSpaces } from './factor-fields.ts';
import { addFactor, createRecoveryCodes } from './factors.service.ts';
import { recoveryCodesPage } from './recovery-codes.page.ts';
import { qrCode } from './qr-code.ts';
import { newTotpSecret, stepOf, totpKeyText, totpUrl } from './totp.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts';

const ISSUER = 'Signalbox';
const TOTP_NAME = 'Authenticator app';

const withToken = ({ verification }: Verified) => ({ form_token: verification.form_token });

const setupPage = (
  { action }: PageRequest,
  verified: FactorArea,
  secret: Uint8Array,
  fault?: Fault,
): Page =>
  page(
    'Set up an authenticator app',
    html`<h1>Set up an authenticator app</h1>
      <p class="text">
        Scan the code with an app such as Aegis, 2FAS, 1Password or Google Authenticator.
      </p>
      ${qrCode(totpUrl(secret, ISSUER, verified.user.email), 'QR code with the key')}
      <p class="text">If you cannot scan it, enter this key in the app:</p>
      <p class="detail">${totpKeyText(secret)}</p>
      ${formOf(
        { action, hidden: withToken(verified), ...(fault && { fault }) },
        [{ ...codeField, label: 'Code that the app shows' }],
        'Add the app',
      )}
      ${linkTo({ href: verified.area, text: 'Cancel' })}`,
  );

async function setupSecret({ deps }: PageRequest, { verification }: Verified): Promise<Buffer> {
  const { id, secret } = verification;
  if (secret) return openTotpSecret(deps.keys, 'verifications', id, secret);
  const made = newTotpSecret();
  await saveSetupSecret(deps.db, id, sealTotpSecret(deps.keys, 'verifications', id, made));
  return made;
}

export const showTotpSetup: AreaPage = async (pageRequest, verified) => {
  const secret = await setupSecret(pageRequest, verified);
  respond(pageRequest.response, 200, setupPage(pageRequest, verified, secret));
};

/** The code that confirms the app is used up: it signs nobody in. */
export const submitTotpSetup: AreaForm = async (pageRequest, verified, form) => {
  const { deps, response } = pageRequest;
  const { user, verification, maxFactors } = verified;
  if (!verification.secret) return redirect(response, pageRequest.action);
  const secret = await setupSecret(pageRequest, verified);
  const context = personContext(pageRequest, user);
  const step = stepOf(secret, withoutSpaces(form.get('code') ?? ''), context.now);
  const refuse = (message: string) =>
    respond(response, 400, setupPage(pageRequest, verified, secret, { message, fields: ['code'] }));
  if (step === undefined) {
    return refuse(
      'The code is incorrect. Check the time of your phone, and enter the code that the app shows now.',
    );
  }
  const added = await deps.db.transaction().execute(async (tx) => {
    if (!(await takeSetupSecret(tx, verification.id))) return undefined;
    const factor = { kind: 'totp', name: TOTP_NAME, totpSecret: secret, used_step: step } as const;
    return addFactor(tx, context, user, { keys: deps.keys, factor, maxFactors });
  });
  if (!added) {
    return refuse(
      `Nothing was added: you have ${maxFactors} of ${maxFactors} factors, or you sent the form twice.`,
    );
  }
  return respondAdded(pageRequest, verified, { amr: ['otp', 'mfa'], codes: added.codes });
};

export const submitRecoveryCodes: AreaForm = async (pageRequest, { user, area }) => {
  const { deps, response } = pageRequest;
  const context = personContext(pageRequest, user);
  const codes = await deps.db.transaction().execute((tx) => createRecoveryCodes(tx, context, user));
  respond(
    response,
    200,
    recoveryCodesPage(codes, linkTo({ href: area, text: 'I have saved them' })),
  );
};
