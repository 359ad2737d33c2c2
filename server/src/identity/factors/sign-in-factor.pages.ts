// The second step of a sign-in asks for a code of the authenticator app, or for a recovery code.
import { type Fault, type Field, formOf } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import { html, joinHtml } from '../pages/html.ts';
import type { PageRequest, PageTable } from '../pages/page-request.ts';
import { page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { clientIdOf, completeSignIn, interactionOf } from '../sign-in/sign-in.flow.ts';
import type { Verified } from '../verification/verification.ts';
import { deleteVerification } from '../verification/verification.sql.ts';
import { attemptFactor, isRecoveryCode, isTotpCode } from './factor-attempt.ts';
import { codeField, recoveryCodeField } from './factor-fields.ts';
import { personContext } from '../pages/person-context.ts';
import { otherSteps, stepPath } from './other-steps.ts';
import { FACTOR_PAGE, findPending, RECOVERY_PAGE } from './sign-in-step.ts';

interface Step {
  title: string;
  text: string;
  field: Field;
  fault: string;
  check: (pageRequest: PageRequest, pending: Verified, given: string) => Promise<boolean>;
  path: string;
}

const steps: Record<'code' | 'recovery', Step> = {
  code: {
    title: 'Enter your code',
    text: 'Open your authenticator app and enter the code for Signalbox.',
    field: codeField,
    fault: 'The code is incorrect or was used before. Enter the code that the app shows now.',
    check: ({ deps }, { user }, code) => isTotpCode(deps, user, code),
    path: FACTOR_PAGE,
  },
  recovery: {
    title: 'Enter a recovery code',
    text: 'Each code works once. You got them when you set up your second factor.',
    field: recoveryCodeField,
    fault: 'The recovery code is incorrect or was used before.',
    check: (pageRequest, { user }, code) =>
      isRecoveryCode(pageRequest.deps, personContext(pageRequest, user), user, code),
    path: RECOVERY_PAGE,
  },
};

async function respondStep(
  pageRequest: PageRequest,
  { user }: Verified,
  { title, text, field, path }: Step,
  { status = 200, fault }: { status?: number; fault?: Fault } = {},
): Promise<void> {
  const links = await otherSteps(pageRequest, user, path);
  const form = { action: pageRequest.action, ...(fault && { fault }) };
  const body = html`<h1>${title}</h1>
    <p class="text">${text}</p>
    ${formOf(form, [field], 'Sign in')} ${joinHtml(links)}`;
  respond(pageRequest.response, status, page(title, body));
}

/** A browser that has not done the first step gets the sign-in page. */
const pendingPage =
  (handle: (pageRequest: PageRequest, pending: Verified) => Promise<void>) =>
  async (pageRequest: PageRequest): Promise<void> => {
    await interactionOf(pageRequest);
    const pending = await findPending(pageRequest);
    if (pending) return handle(pageRequest, pending);
    redirect(pageRequest.response, stepPath(pageRequest, '/interaction/:id'));
  };

const show = (step: Step) =>
  pendingPage((pageRequest, pending) => respondStep(pageRequest, pending, step));

const submit = (step: Step) =>
  pendingPage(async (pageRequest, pending) => {
    const { deps, address, request } = pageRequest;
    const client = clientIdOf(await interactionOf(pageRequest));
    const given = (await readForm(request)).get(step.field.name) ?? '';
    const attempt = { user: pending.user, address, client };
    const result = await attemptFactor(deps, attempt, step.fault, () =>
      step.check(pageRequest, pending, given),
    );
    if ('fault' in result) {
      const fields = result.status === 429 ? [] : [step.field.name];
      const fault = { message: result.fault, fields };
      return respondStep(pageRequest, pending, step, { status: result.status, fault });
    }
    await deleteVerification(deps.db, pending.verification.id);
    const amr = [...pending.verification.amr, 'otp', 'mfa'];
    return completeSignIn(pageRequest, { user: pending.user, amr });
  });

export const signInFactorPages: PageTable = {
  [`GET ${FACTOR_PAGE}`]: show(steps.code),
  [`POST ${FACTOR_PAGE}`]: submit(steps.code),
  [`GET ${RECOVERY_PAGE}`]: show(steps.recovery),
  [`POST ${RECOVERY_PAGE}`]: submit(steps.recovery),
};
