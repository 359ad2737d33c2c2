// The link in the mail opens a page on which the person chooses a new password. The reset does not sign in: a second factor
// is asked for afterwards, as at every sign-in.
import { randomUUID } from 'node:crypto';
import { transact } from '../../platform/postgres/transaction.ts';
import { activeKeysOf, endKeysOf } from '../keys/keys.end.ts';
import { readForm } from '../pages/form.ts';
import { type PageRequest, type PageTable, publicPath } from '../pages/page-request.ts';
import { personContext } from '../pages/person-context.ts';
import { respond } from '../pages/send.ts';
import { requestAccountMail } from './account-mail-request.ts';
import { hashToken, type LinkState, makeToken, spendLink } from './account-links.ts';
import { replaceLink } from './account-links.sql.ts';
import { browserOf } from './browser-cookie.ts';
import { choosePasswordPages } from './choose-password.ts';
import { keysEndedPage, linkEndedPage, otherBrowserPage, passwordResetPage } from './link-pages.ts';

const KEYS_PATH = '/forgotten/api-keys';
const KEYS_MINUTES = 15;

const refuse = (
  pageRequest: PageRequest,
  { fault }: Extract<LinkState, { fault: string }>,
): void => {
  const again = publicPath(pageRequest, '/forgotten');
  const page = fault === 'ended' ? linkEndedPage(again) : otherBrowserPage(again);
  respond(pageRequest.response, 400, page);
};

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
  if ('fault' in result) return refuse(pageRequest, result);
  respond(response, 200, keysEndedPage(result.ended));
}

export const resetPages: PageTable = {
  ...choosePasswordPages({
    audience: 'reset',
    kind: 'user.password_reset',
    title: 'Choose a new password',
    hint: 'This signs you out everywhere.',
    refuse,
    finish: async (tx, pageRequest, context, { id }) => {
      const { address, request } = pageRequest;
      await requestAccountMail(tx, context, { kind: 'password_changed', user_id: id, address });
      const keys = await activeKeysOf(tx, id, context.now.toISOString());
      const token = makeToken();
      if (keys.length > 0) {
        await replaceLink(tx, {
          user_id: id,
          id: randomUUID(),
          audience: 'api_keys',
          token_hash: hashToken(token),
          browser_hash: browserOf(request) ?? null,
          expires_at: new Date(context.now.getTime() + KEYS_MINUTES * 60_000).toISOString(),
        });
      }
      return passwordResetPage({ action: publicPath(pageRequest, KEYS_PATH), token, keys });
    },
  }),
  [`POST ${KEYS_PATH}`]: endKeys,
};
