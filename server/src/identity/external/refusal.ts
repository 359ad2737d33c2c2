// Logs a sign-in at an identity provider that failed, and shows the page that explains it.
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { messagePage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { detailOf, type Failure, failures } from './failures.ts';
import { type IdentityProviderRow, identityProviderTable } from './providers/providers.sql.ts';

export interface Refusal {
  failure: Failure;
  /** The address is recorded with the failed sign-in. */
  address?: string | undefined;
  error?: unknown;
}

interface Origin {
  provider: IdentityProviderRow | undefined;
  client: string | null;
  /** The page with other ways to go on. */
  back: { path: string; text: string };
}

export async function refuse(
  pageRequest: PageRequest,
  { provider, client, back }: Origin,
  { failure, address: email, error }: Refusal,
): Promise<void> {
  const { deps, address, response } = pageRequest;
  // The errors of the library quote responses, so only their messages are logged.
  const reason = error === undefined ? undefined : detailOf(error);
  deps.log.info({ provider: provider?.id, failure, reason }, 'external_sign_in.refused');
  if (email !== undefined) await recordSignIn(deps, { kind: 'failed', email, address, client });
  const { status, title, message } = failures[failure];
  const page = messagePage(title, message(provider?.name ?? 'this identity provider'), {
    ...(failure === 'invalid' && { detail: detailOf(error) }),
    link: { href: publicPath(pageRequest, back.path), text: back.text },
  });
  respond(response, status, page);
}

/** The row is read again after the redirect, because an administrator may have changed it meanwhile. */
export async function activeProvider(
  { deps }: Pick<PageRequest, 'deps'>,
  id: string,
): Promise<IdentityProviderRow | undefined> {
  const provider = await identityProviderTable.find(deps.db, id);
  return provider?.active && deps.config.OIDC_ISSUER === '' ? provider : undefined;
}
