// Passkeys sign in alone, follow a password, and open `/security`; below `/security` they are added.
import { personContext } from '../pages/person-context.ts';
import { addFactor, MAX_FACTOR_NAME } from '../factors/factors.service.ts';
import {
  type AreaForm,
  type AreaPage,
  type FactorArea,
  respondAdded,
} from '../factors/factor-area.ts';
import { otherSteps } from '../factors/other-steps.ts';
import { findPending, PASSKEY_PAGE, pendingIdOf } from '../factors/sign-in-step.ts';
import { type Fault, fieldOf } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { linkTo } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { clientIdOf, completeSignIn, interactionOf } from '../sign-in/sign-in.flow.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { SECURITY } from '../verification/security.forms.ts';
import { findSignedIn, remember, respondSignedOut } from '../verification/verification.ts';
import { deleteVerification } from '../verification/verification.sql.ts';
import { passkeyPage } from './passkey.form.ts';
import {
  authenticationOptions,
  registrationOptions,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts';

const REFUSED: Fault = { message: 'The passkey was not accepted. Try again.', fields: [] };

async function showPasskey(pageRequest: PageRequest, fault?: Fault): Promise<void> {
  await interactionOf(pageRequest);
  const { deps, response, action } = pageRequest;
  const pending = await findPending(pageRequest);
  const user = pending?.user;
  const bound = { boundTo: pendingIdOf(pageRequest) };
  const back = publicPath(pageRequest, `/interaction/${pageRequest.id}`);
  const status = fault ? 401 : 200;
  const form = {
    title: user ? 'Use your passkey' : 'Sign in with a passkey',
    text: 'Your device asks for your finger, face or PIN.',
    action,
    purpose: 'get',
    options: await authenticationOptions(deps, user, bound),
    button: 'Continue',
    fault,
    links: user
      ? await otherSteps(pageRequest, user, PASSKEY_PAGE)
      : [linkTo({ href: back, text: 'Sign in with a password' })],
  } as const;
  respond(response, status, passkeyPage(form));
}

async function submitPasskey(pageRequest: PageRequest): Promise<void> {
  const client = clientIdOf(await interactionOf(pageRequest));
  const { deps, request, address } = pageRequest;
  const pending = await findPending(pageRequest);
  const text = (await readForm(request)).get('credential') ?? '';
  const bound = { boundTo: pendingIdOf(pageRequest), user: pending?.user };
  const signIn = await verifyPasskey(deps, bound, text);
  if (!signIn) {
    // Without a first step nobody is known who could have failed.
    if (pending)
      await recordSignIn(deps, { kind: 'failed', email: pending.user.email, address, client });
    return showPasskey(pageRequest, REFUSED);
  }
  if (pending) await deleteVerification(deps.db, pending.verification.id);
  const amr = [...(pending?.verification.amr ?? []), ...signIn.amr];
  return completeSignIn(pageRequest, { user: signIn.user, amr });
}

async function showVerifyPasskey(pageRequest: PageRequest, fault?: Fault): Promise<void> {
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { deps, response, action } = pageRequest;
  const { user, verificationId: boundTo } = signedIn;
  const form = {
    title: 'Confirm that it is you',
    text: `You are signed in as ${user.email}. Your device asks for your finger, face or PIN.`,
    action,
    purpose: 'get',
    options: await authenticationOptions(deps, user, { boundTo }),
    button: 'Use your passkey',
    fault,
    links: [
      linkTo({ href: publicPath(pageRequest, `${SECURITY}/verify`), text: 'Use your password' }),
    ],
  } as const;
  respond(response, fault ? 401 : 200, passkeyPage(form));
}

async function submitVerifyPasskey(pageRequest: PageRequest): Promise<void> {
  const signedIn = await findSignedIn(pageRequest);
  if (!signedIn) return respondSignedOut(pageRequest);
  const { deps, request, response, address } = pageRequest;
  const { user, verificationId: boundTo } = signedIn;
  const text = (await readForm(request)).get('credential') ?? '';
  const signIn = await verifyPasskey(deps, { boundTo, user }, text);
  if (!signIn) {
    await recordSignIn(deps, { kind: 'failed', email: user.email, address, client: null });
    return showVerifyPasskey(pageRequest, REFUSED);
  }
  await remember(pageRequest, { id: boundTo, user, amr: signIn.amr });
  redirect(response, publicPath(pageRequest, SECURITY));
}

const bindingOf = ({ verification }: FactorArea) => ({ boundTo: verification.id });

const nameField = (name: string) =>
  fieldOf({
    name: 'name',
    label: 'Name',
    type: 'text',
    autocomplete: 'off',
    value: name,
    maxlength: MAX_FACTOR_NAME,
    help: 'For you, to tell your passkeys apart.',
  });

async function respondPasskeySetup(
  pageRequest: PageRequest,
  area: FactorArea,
  { name = 'Passkey', fault }: { name?: string; fault?: Fault } = {},
): Promise<void> {
  const { deps, response, action } = pageRequest;
  const form = {
    title: 'Add a passkey',
    text: 'Your device or password manager keeps it, and asks for your finger, face or PIN.',
    action,
    purpose: 'create',
    options: await registrationOptions(deps, area.user, bindingOf(area)),
    hidden: { form_token: area.verification.form_token },
    fields: nameField(name),
    button: 'Add a passkey',
    fault,
    links: [linkTo({ href: area.area, text: 'Cancel' })],
  } as const;
  respond(response, fault ? 400 : 200, passkeyPage(form));
}

export const showPasskeySetup: AreaPage = (pageRequest, area) =>
  respondPasskeySetup(pageRequest, area);

export const submitPasskeySetup: AreaForm = async (pageRequest, area, form) => {
  const { deps } = pageRequest;
  const { user } = area;
  const name = (form.get('name') ?? '').trim().slice(0, MAX_FACTOR_NAME) || 'Passkey';
  const passkey = await verifyNewPasskey(deps, bindingOf(area), form.get('credential') ?? '');
  if (!passkey) return respondPasskeySetup(pageRequest, area, { name, fault: REFUSED });
  const context = personContext(pageRequest, user);
  const given = { keys: deps.keys, factor: { ...passkey, name }, maxFactors: area.maxFactors };
  const added = await deps.db.transaction().execute((tx) => addFactor(tx, context, user, given));
  if (!added) {
    const message = `You have ${area.maxFactors} factors, which is the maximum. Remove one first.`;
    return respondPasskeySetup(pageRequest, area, { name, fault: { message, fields: [] } });
  }
  const amr = [passkey.is_synced ? 'swk' : 'hwk', 'mfa'];
  return respondAdded(pageRequest, area, { amr, codes: added.codes });
};

export const passkeyPages: PageTable = {
  [`GET ${PASSKEY_PAGE}`]: (pageRequest) => showPasskey(pageRequest),
  [`POST ${PASSKEY_PAGE}`]: submitPasskey,
  [`GET ${SECURITY}/verify/passkey`]: (pageRequest) => showVerifyPasskey(pageRequest),
  [`POST ${SECURITY}/verify/passkey`]: submitVerifyPasskey,
};
