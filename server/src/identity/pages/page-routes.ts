// Handles requests for the hosted pages; all others go to the provider.
import { errors } from 'oidc-provider';
import { externalPages } from '../external/external.pages.ts';
import { passwordPages } from '../sign-in/password.pages.ts';
import { signInPages } from '../sign-in/sign-in.pages.ts';
import { signInFactorPages } from '../factors/sign-in-factor.pages.ts';
import { enrolmentPages } from '../factors/enrolment.pages.ts';
import { factorPages } from '../factors/security-factors.pages.ts';
import { passkeyPages } from '../passkeys/passkey.pages.ts';
import { forgottenPages } from '../account-links/forgotten.pages.ts';
import { invitationPages } from '../account-links/invitation.pages.ts';
import { resetPages } from '../account-links/reset.pages.ts';
import { securityPages } from '../verification/security.pages.ts';
import { type PageRequest, type PageTable, publicPath } from './page-request.ts';
import { expiredPage } from './pages.ts';
import { respond } from './send.ts';

const tables: readonly PageTable[] = [
  signInPages,
  passwordPages,
  securityPages,
  factorPages,
  signInFactorPages,
  passkeyPages,
  enrolmentPages,
  externalPages,
  forgottenPages,
  resetPages,
  invitationPages,
];

const ID = '([\\w-]{1,64})';

/** Paths contain no other character that has a meaning in a pattern. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(':id', ID)}$`);

const pages = tables.flatMap((table) =>
  Object.entries(table).map(([key, handle]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, pattern: patternOf(path), handle };
  }),
);

/** The path is without a query and without the path of AUTH_URL. */
export const isPage = (path: string): boolean => pages.some(({ pattern }) => pattern.test(path));

/** Returns true if it has responded. */
export async function respondWithPage(
  given: Omit<PageRequest, 'action' | 'id' | 'query'>,
): Promise<boolean> {
  const [path = '/', query = ''] = (given.request.url ?? '/').split('?', 2);
  const found = pages.find(
    ({ method, pattern }) => method === given.request.method && pattern.test(path),
  );
  if (!found) return false;
  const id = found.pattern.exec(path)?.[1] ?? '';
  const more = { action: publicPath(given, path), id, query: new URLSearchParams(query) };
  try {
    await found.handle({ ...given, ...more });
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    respond(given.response, 400, expiredPage());
  }
  return true;
}
