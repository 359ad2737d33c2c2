// The pages of `/security` list the factors of a person, and have forms that add and remove them.
import { hiddenInputs } from '../pages/fields.ts';
import { type Html, html, joinHtml, rawHtml } from '../pages/html.ts';
import type { PageTable } from '../pages/page-request.ts';
import { consoleUrl, publicPath } from '../pages/page-request.ts';
import { linkTo, messagePage, page } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { SECURITY } from '../verification/security.forms.ts';
import {
  type AreaForm,
  type AreaPage,
  type FactorArea,
  securityForm,
  securityPage,
} from './factor-area.ts';
import { showPasskeySetup, submitPasskeySetup } from '../passkeys/passkey.pages.ts';
import { personContext } from '../pages/person-context.ts';
import { removeFactor } from './factors.service.ts';
import { countRecoveryCodes, type FactorRow, listFactors } from './factors.sql.ts';
import { isRequired } from './required/required.ts';
import { showTotpSetup, submitRecoveryCodes, submitTotpSetup } from './factors.pages.ts';

/** Pages have no script that could know the time zone of the browser, so they show days. */
const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

interface Button {
  path: string;
  label: string;
  /** Screen readers read this, where several buttons have the same label. */
  name?: string;
  fields?: Readonly<Record<string, string>>;
}

const buttonOf = (
  { area, verification }: FactorArea,
  { path, label, name = label, fields = {} }: Button,
): Html =>
  html`<form method="post" action="${area}${path}" class="inline">
    ${hiddenInputs({ ...fields, form_token: verification.form_token })}
    <button type="submit" class="secondary" aria-label="${name}">${label}</button>
  </form>`;

const factorItem = (area: FactorArea, { id, kind, name, created_at, last_used_at }: FactorRow) =>
  html`<li>
    <div>
      <strong>${name}</strong>
      <p class="help">
        ${kind === 'passkey' ? 'Passkey, added on' : 'Added on'}
        ${dayOf(created_at)}${last_used_at ? `, last used on ${dayOf(last_used_at)}` : ', not used yet'}
      </p>
    </div>
    ${buttonOf(area, { path: '/remove', label: 'Remove', name: `Remove ${name}`, fields: { id } })}
  </li>`;

const factorList = (area: FactorArea, factors: readonly FactorRow[]): Html =>
  factors.length === 0
    ? html`<p class="text">You have no second factor: your password alone signs you in.</p>`
    : html`<ul class="items">
        ${joinHtml(factors.map((factor) => factorItem(area, factor)))}
      </ul>`;

const codesPart = (area: FactorArea, left: number): Html =>
  html`<h2>Recovery codes</h2>
    <p class="text">
      ${left} ${left === 1 ? 'code is' : 'codes are'} left. A code signs you in once if you lose
      your second factor. New codes replace all old ones.
    </p>
    ${buttonOf(area, { path: '/codes', label: 'Create new codes' })}`;

const showFactors: AreaPage = async (pageRequest, area) => {
  const { deps, response } = pageRequest;
  const { user } = area;
  const factors = await listFactors(deps.db, user.id);
  const left = await countRecoveryCodes(deps.db, user.id);
  respond(
    response,
    200,
    page(
      'Security',
      html`<h1>Security</h1>
        <p class="text">You are signed in as ${user.email}.</p>
        <h2>Second factors</h2>
        ${factorList(area, factors)}
        ${linkTo({ href: `${area.area}/totp`, text: 'Add an authenticator app' })}
        ${linkTo({ href: `${area.area}/passkey`, text: 'Add a passkey' })}
        ${factors.length > 0 && codesPart(area, left)} ${rawHtml('<hr />')}
        ${linkTo({ href: publicPath(pageRequest, '/password'), text: 'Change password' })}
        ${linkTo({ href: consoleUrl(pageRequest), text: 'Back to the console' })}`,
    ),
  );
};

const faults = {
  unknown: ['There is no such factor', 'It was removed before.'],
  last: ['Your role needs a second factor', 'Add another one first: then you can remove this one.'],
} as const;

const submitRemoval: AreaForm = async (pageRequest, { user, area }, form) => {
  const { deps, response } = pageRequest;
  const context = personContext(pageRequest, user);
  const mayRemoveLast = !isRequired(await deps.settings(), user);
  const given = { id: form.get('id') ?? '', mayRemoveLast };
  const result = await deps.db
    .transaction()
    .execute((tx) => removeFactor(tx, context, user, given));
  if (result === 'removed') return redirect(response, area);
  const [title, text] = faults[result];
  respond(response, 409, messagePage(title, text, { link: { href: area, text: 'Security' } }));
};

export const factorPages: PageTable = {
  [`GET ${SECURITY}`]: securityPage(showFactors),
  [`GET ${SECURITY}/totp`]: securityPage(showTotpSetup),
  [`POST ${SECURITY}/totp`]: securityForm(submitTotpSetup),
  [`GET ${SECURITY}/passkey`]: securityPage(showPasskeySetup),
  [`POST ${SECURITY}/passkey`]: securityForm(submitPasskeySetup),
  [`POST ${SECURITY}/codes`]: securityForm(submitRecoveryCodes),
  [`POST ${SECURITY}/remove`]: securityForm(submitRemoval),
};
