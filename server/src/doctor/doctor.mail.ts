// Signs in to the mail server without sending anything. With OAuth, the advice depends on the step that failed.
import { RefusedLogin, verifyMailServer } from '../notifications/index.ts';
import { TokenError, type TokenFailure } from '../platform/net/client-tokens.ts';
import { usesOauth } from '../platform/net/smtp-oauth.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { fail, type Finding, ok, warn } from './findings.ts';

const SEE = 'See "Mail with OAuth" in docs/operations.md.';

const tokenAdvice: Record<TokenFailure, string> = {
  address: 'Correct SMTP_OAUTH_TOKEN_URL, or list its host in EGRESS_ALLOW.',
  unreachable:
    'Correct SMTP_OAUTH_TOKEN_URL. If requests leave your network through a proxy, set EGRESS_PROXY; for a private certificate authority, set CA_FILE.',
  client:
    'Correct SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET. The secret may have expired: create another one at the provider.',
  scope: 'Correct SMTP_OAUTH_SCOPE, and grant it to the client at the provider.',
  response: `Correct SMTP_OAUTH_TOKEN_URL and SMTP_OAUTH_SCOPE. ${SEE}`,
};

function adviceOn(error: Error, isOauth: boolean): string {
  if (error instanceof TokenError) return tokenAdvice[error.failure];
  if (error instanceof RefusedLogin)
    return `Correct the user in SMTP_URL and SMTP_OAUTH_SCOPE, and permit the client to send as this user at the mail server. ${SEE}`;
  return isOauth
    ? 'Correct host and port in SMTP_URL: smtps:// is TLS from the first byte, smtp:// needs a server that offers STARTTLS.'
    : 'Correct SMTP_URL: host, port, user and password.';
}

export async function mailFinding(deps: Deps): Promise<Finding> {
  const { SMTP_URL } = deps.config;
  if (!SMTP_URL) {
    return warn(
      'SMTP_URL is not set: notifications are shown in the console only.',
      'Set SMTP_URL and MAIL_FROM if people should get mail.',
    );
  }
  const isOauth = usesOauth(SMTP_URL);
  const error = await verifyMailServer(deps);
  if (error) {
    const reason = error.message.replace(/\.$/, '');
    return fail(`The mail server cannot be used: ${reason}.`, adviceOn(error, isOauth));
  }
  return ok(
    isOauth
      ? 'an access token was obtained, and the mail server accepts it'
      : 'the mail server accepts the credentials',
  );
}
