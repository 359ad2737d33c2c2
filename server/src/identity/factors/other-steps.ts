// A person with several factors chooses one.
import type { Html } from '../pages/html.ts';
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { linkTo } from '../pages/pages.ts';
import type { UserRow } from '../users/users.sql.ts';
import { type FactorRow, listFactors } from './factors.sql.ts';
import { FACTOR_PAGE, PASSKEY_PAGE, RECOVERY_PAGE } from './sign-in-step.ts';

const steps: readonly {
  path: string;
  text: string;
  isOffered: (factors: readonly FactorRow[]) => boolean;
}[] = [
  {
    path: FACTOR_PAGE,
    text: 'Use your authenticator app',
    isOffered: (factors) => factors.some(({ kind }) => kind === 'totp'),
  },
  {
    path: PASSKEY_PAGE,
    text: 'Use a passkey',
    isOffered: (factors) => factors.some(({ kind }) => kind === 'passkey'),
  },
  { path: RECOVERY_PAGE, text: 'Use a recovery code', isOffered: () => true },
];

/** Pages of the sign-in have its id in their path. */
export const stepPath = (pageRequest: PageRequest, path: string): string =>
  publicPath(pageRequest, path.replace(':id', pageRequest.id));

/** Returns links to the other ways to do this step. */
export async function otherSteps(
  pageRequest: PageRequest,
  user: UserRow,
  current: string,
): Promise<Html[]> {
  const factors = await listFactors(pageRequest.deps.db, user.id);
  return steps
    .filter(({ path, isOffered }) => path !== current && isOffered(factors))
    .map(({ path, text }) => linkTo({ href: stepPath(pageRequest, path), text }));
}
