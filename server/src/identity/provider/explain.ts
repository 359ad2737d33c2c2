// Errors of the token endpoint in OAuth's own form, with words that say what to do.
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';

interface OAuthError {
  error: string;
  error_description?: string;
}

const HOW_TO_AUTHENTICATE =
  'Send client_id and client_secret as form fields (application/x-www-form-urlencoded), or as Basic.';

/** By what the provider says, else by the error's name. */
const words: Record<string, string> = {
  'no client authentication mechanism provided': HOW_TO_AUTHENTICATE,
  invalid_client: `The client is not known or not active, or the secret is not its own. ${HOW_TO_AUTHENTICATE}`,
  unsupported_grant_type:
    'grant_type must be client_credentials, authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:token-exchange.',
  invalid_grant:
    'The code, refresh token or key is not valid here: used, expired, revoked, or of another client.',
};

const isOAuthError = (body: unknown): body is OAuthError =>
  typeof body === 'object' && body !== null && 'error' in body;

export async function explainErrors(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  if (ctx.status === 404 && ctx.body === undefined) {
    ctx.status = 404;
    ctx.body = {
      error: 'not_found',
      error_description: `There is nothing at ${ctx.method} ${ctx.path}.`,
    };
    return;
  }
  const { body } = ctx;
  if (!isOAuthError(body)) return;
  const better = words[body.error_description ?? ''] ?? words[body.error];
  if (better) ctx.body = { ...body, error_description: better };
}

/** The framework would send an error that nobody handled without any of the headers set so far. */
export const reportCrashes =
  (log: Logger) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      log.error({ err: error }, 'auth.crashed');
      ctx.status = 503;
      ctx.body = { error: 'temporarily_unavailable', error_description: 'Try again soon.' };
    }
  };
