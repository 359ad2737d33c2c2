// A person whose role needs a second factor sets one up while they sign in. They can put it off until the days are over.
import { formOf } from '../pages/fields.ts';
import { html } from '../pages/html.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { showPasskeySetup, submitPasskeySetup } from '../passkeys/passkey.pages.ts';
import { completeSignIn, finishSignIn, interactionOf } from '../sign-in/sign-in.flow.ts';
import { withOwnForm } from '../verification/security.forms.ts';
import type { Verified } from '../verification/verification.ts';
import { deleteVerification } from '../verification/verification.sql.ts';
import type { AreaForm, AreaPage, FactorArea } from './factor-area.ts';
import { listFactors } from './factors.sql.ts';
import { showTotpSetup, submitTotpSetup } from './factors.pages.ts';
import { stepPath } from './other-steps.ts';
import { recoveryCodesPage } from './recovery-codes.page.ts';
import { enrolUntil } from './required.ts';
import { ENROL_PAGE, findPending, isMultiFactor } from './sign-in-step.ts';

const areaOf = (pageRequest: PageRequest, pending: Verified): FactorArea => {
  const area = stepPath(pageRequest, ENROL_PAGE);
  const form = {
    action: `${area}/done`,
    hidden: { form_token: pending.verification.form_token },
  };
  return {
    ...pending,
    area,
    maxFactors: 1,
    respondAdded: ({ response }, codes) =>
      respond(response, 200, recoveryCodesPage(codes, formOf(form, [], 'I have saved them'))),
  };
};

/** Only a person without a factor sets one up here: everybody else shows theirs first. */
const enrolmentPage =
  (show: AreaPage) =>
  async (pageRequest: PageRequest): Promise<void> => {
    const { deps, response } = pageRequest;
    await interactionOf(pageRequest);
    const pending = await findPending(pageRequest);
    const isOpen = pending && (await listFactors(deps.db, pending.user.id)).length === 0;
    if (isOpen) return show(pageRequest, areaOf(pageRequest, pending));
    redirect(response, publicPath(pageRequest, `/interaction/${pageRequest.id}`));
  };

const enrolmentForm = (submit: AreaForm) => enrolmentPage(withOwnForm(submit));

const dayOf = (at: Date): string =>
  at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const showEnrolment: AreaPage = async (pageRequest, { user, area, verification }) => {
  const { deps, response } = pageRequest;
  const until = await enrolUntil(deps, user);
  const isOpen = until !== undefined && until > deps.now();
  const later = {
    action: `${area}/later`,
    hidden: { form_token: verification.form_token },
  };
  const body = html`<h1>Set up a second factor</h1>
    <p class="text">
      ${
        isOpen
          ? `You have until ${dayOf(until)} to set up a second factor. Your role needs one.`
          : 'Your role needs a second factor. Set one up to continue.'
      }
    </p>
    <p class="choice"><a class="button" href="${area}/totp">Set up an authenticator app</a></p>
    <p class="choice"><a class="button" href="${area}/passkey">Set up a passkey</a></p>
    ${isOpen && formOf(later, [], 'Later')}`;
  respond(response, 200, page('Set up a second factor', body));
};

const submitLater: AreaForm = async (pageRequest, { user, verification, area }) => {
  const { deps, response } = pageRequest;
  const until = await enrolUntil(deps, user);
  if (until !== undefined && until <= deps.now()) return redirect(response, area);
  if (!(await deleteVerification(deps.db, verification.id))) return redirect(response, area);
  return finishSignIn(pageRequest, { user, amr: verification.amr });
};

/** The methods include the new factor only after it was added in this browser. */
const submitDone = async (pageRequest: PageRequest): Promise<void> => {
  await interactionOf(pageRequest);
  const pending = await findPending(pageRequest);
  const start = publicPath(pageRequest, `/interaction/${pageRequest.id}`);
  if (!pending || !isMultiFactor(pending.verification.amr))
    return redirect(pageRequest.response, start);
  await deleteVerification(pageRequest.deps.db, pending.verification.id);
  return completeSignIn(pageRequest, { user: pending.user, amr: pending.verification.amr });
};

export const enrolmentPages: PageTable = {
  [`GET ${ENROL_PAGE}`]: enrolmentPage(showEnrolment),
  [`GET ${ENROL_PAGE}/totp`]: enrolmentPage(showTotpSetup),
  [`POST ${ENROL_PAGE}/totp`]: enrolmentForm(submitTotpSetup),
  [`GET ${ENROL_PAGE}/passkey`]: enrolmentPage(showPasskeySetup),
  [`POST ${ENROL_PAGE}/passkey`]: enrolmentForm(submitPasskeySetup),
  [`POST ${ENROL_PAGE}/later`]: enrolmentForm(submitLater),
  [`POST ${ENROL_PAGE}/done`]: submitDone,
};
