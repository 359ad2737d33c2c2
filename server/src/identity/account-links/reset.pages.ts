// The link in the mail opens a page on which the person chooses a new password. The reset does not sign in: a second factor
// is asked for afterwards, as at every sign-in.
import { transact } from '../../platform/postgres/transaction.ts';
import { activeKeysOf, endKeysOf } from '../keys/keys.end.ts';
import { readForm } from '../pages/form.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { personContext } from '../pages/person-context.ts';
import { respond } from '../pages/send.ts';
import { newPasswordFault } from '../sign-in/new-password.ts';
import { savePassword } from '../users/users.service.ts';
import { randomUUID } from 'node:crypto';
import { requestAccountMail } from './account-mail-request.ts';
import { hashToken, type LinkState, makeToken, readLink, spendLink } from './account-links.ts';
import { replaceLink } from './account-links.sql.ts';
import { browserOf } from './browser-cookie.ts';
import {
  choosePasswordPage,
  keysEndedPage,
  linkEndedPage,
  otherBrowserPage,
  passwordResetPage,
} from './link-pages.ts';

const KEYS_PATH = '/forgotten/api-keys';
const KEYS_MINUTES = 15;

const refuseLink = (
  pageRequest: PageRequest,
  { fault }: Extract<LinkState, { fault: string }>,
): void => {
  const again = publicPath(pageRequest, '/forgotten');
  const page = fault === 'ended' ? linkEndedPage(again) : otherBrowserPage(again);
  respond(pageRequest.response, 400, page);
};

async function showReset(pageRequest: PageRequest): Promise<void> {
  const { deps, request, response, action, query } = pageRequest;
  const token = query.get('token') ?? '';
  const state = await readLink(deps, { token, audience: 'reset', browser: browserOf(request) });
  if ('fault' in state) return refuseLink(pageRequest, state);
  respond(response, 200, choosePasswordPage({ action, token, email: state.user.email }));
}

async function submitReset(pageRequest: PageRequest): Promise<void> {
  const { deps, address, request, response, action } = pageRequest;
  const form = await readForm(request);
  const password = form.get('new_password') ?? '';
  const given = {
    token: form.get('token') ?? '',
    audience: 'reset',
    browser: browserOf(request),
  } as const;
  const before = await readLink(deps, given);
  if ('fault' in before) return refuseLink(pageRequest, before);
  const fault = newPasswordFault(password);
  if (fault) {
    const shown = { action, token: given.token, email: before.user.email, fault };
    return respond(response, 400, choosePasswordPage(shown));
  }
  const token = makeToken();
  const result = await transact(deps, async (tx) => {
    const state = await spendLink(tx, deps.now(), given);
    if ('fault' in state) return state;
    const { user } = state;
    const context = personContext(pageRequest, user);
    await savePassword(tx, context, user, user, password, { kind: 'user.password_reset' });
    await requestAccountMail(tx, context, { kind: 'password_changed', user_id: user.id, address });
    const keys = await activeKeysOf(tx, user.id, context.now.toISOString());
    if (keys.length > 0) {
      await replaceLink(tx, {
        user_id: user.id,
        id: randomUUID(),
        audience: 'api_keys',
        token_hash: hashToken(token),
        browser_hash: given.browser ?? null,
        expires_at: new Date(context.now.getTime() + KEYS_MINUTES * 60_000).toISOString(),
      });
    }
    return { keys };
  });
  if ('fault' in result) return refuseLink(pageRequest, result);
  const keysForm = { action: publicPath(pageRequest, KEYS_PATH), token, keys: result.keys };
  respond(response, 200, passwordResetPage(keysForm));
}

/** Only the page after a reset has this form. */
async function endKeys(pageRequest: PageRequest): Promise<void> {
  const { deps, request, response } = pageRequest;
  const token = (await readForm(request)).get('token') ?? '';
  const given = { token, audience: 'api_keys', browser: browserOf(request) } as const;
  const result = await transact(deps, async (tx) => {
    const state = await spendLink(tx, deps.now(), given);
    if ('fault' in state) return state;
    return { ended: await endKeysOf(tx, personContext(pageRequest, state.user), state.user.id) };
  });
  if ('fault' in result) return refuseLink(pageRequest, result);
  respond(response, 200, keysEndedPage(result.ended));
}

export const resetPages: PageTable = {
  'GET /forgotten/link': showReset,
  'POST /forgotten/link': submitReset,
  [`POST ${KEYS_PATH}`]: endKeys,
};
