// Replaces error descriptions of the token endpoint by ones that say what to do.
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';

interface OAuthError {
  error: string;
  error_description?: string;
}

const HOW_TO_AUTHENTICATE =
  'Send client_id and client_secret as form fields (application/x-www-form-urlencoded), or use HTTP Basic authentication.';

/** Keys are the provider's description, else the error code. */
const descriptions: Record<string, string> = {
  'no client authentication mechanism provided': HOW_TO_AUTHENTICATE,
  invalid_client: `The client is unknown or inactive, or the secret is wrong. ${HOW_TO_AUTHENTICATE}`,
  unsupported_grant_type:
    'grant_type must be client_credentials, authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:token-exchange.',
  invalid_grant:
    'The code, refresh token or API key is invalid: already used, expired, revoked, or issued to another client.',
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
      error_description: `${ctx.method} ${ctx.path} was not found. This is the identity provider; the API has another address.`,
    };
    return;
  }
  const { body } = ctx;
  if (!isOAuthError(body)) return;
  const better = descriptions[body.error_description ?? ''] ?? descriptions[body.error];
  if (better) ctx.body = { ...body, error_description: better };
}

/** The framework drops the headers set so far when it responds to an unhandled error. */
export const reportCrashes =
  (log: Logger) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      log.error({ err: error }, 'auth.crashed');
      ctx.status = 503;
      ctx.body = {
        error: 'temporarily_unavailable',
        error_description: 'The service is temporarily unavailable. Try again in a few seconds.',
      };
    }
  };
