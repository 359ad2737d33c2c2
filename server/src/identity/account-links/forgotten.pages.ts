// A person asks for a link to choose a new password. The response is the same for every address: only the job of the mail
// finds out whether there is an account.
import { networkOf } from '../../platform/limits/address-limit.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import { readForm } from '../pages/form.ts';
import { consoleUrl, type PageRequest, type PageTable } from '../pages/page-request.ts';
import { requestIdFrom } from '../pages/person-context.ts';
import { respond } from '../pages/send.ts';
import { keyedHash } from '../sign-ins/sign-ins.ts';
import { requestAccountMail } from './account-mail-request.ts';
import { newBrowserCookie } from './browser-cookie.ts';
import { askAdministratorPage, checkMailPage, forgottenPage } from './link-pages.ts';

/** PostgreSQL stores no NUL, and no address has a space or control character. */
const ADDRESS = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u;
const MAX_ADDRESS_LENGTH = 254;

const canMail = ({ deps }: PageRequest): boolean => deps.config.SMTP_URL !== '';

/** Another site must not make the browser ask for links. Browsers send no usable `Origin` from pages without a referrer. */
const isForeign = ({ request }: PageRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));

async function showForgotten(pageRequest: PageRequest): Promise<void> {
  const { response, action } = pageRequest;
  const signIn = consoleUrl(pageRequest);
  respond(
    response,
    200,
    canMail(pageRequest) ? forgottenPage({ action, signIn }) : askAdministratorPage({ signIn }),
  );
}

async function submitForgotten(pageRequest: PageRequest): Promise<void> {
  const { deps, address, request, response, action } = pageRequest;
  if (!canMail(pageRequest) || isForeign(pageRequest)) return showForgotten(pageRequest);
  const signIn = consoleUrl(pageRequest);
  const email = ((await readForm(request)).get('email') ?? '').trim();
  if (email.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(email)) {
    const fault = { message: 'Enter an email address.', fields: ['email'] };
    return respond(response, 400, forgottenPage({ action, signIn, fault }));
  }
  const { browser, cookie } = newBrowserCookie(pageRequest);
  const context = { now: deps.now(), requestId: requestIdFrom(response) };
  await transact(deps, (tx) =>
    requestAccountMail(tx, context, {
      kind: 'reset',
      email,
      network: keyedHash(deps, networkOf(address)),
      browser: browser.toString('base64url'),
    }),
  );
  respond(response, 200, checkMailPage({ signIn }), { 'set-cookie': cookie });
}

export const forgottenPages: PageTable = {
  'GET /forgotten': showForgotten,
  'POST /forgotten': submitForgotten,
};
