// Signs in to the mail server: with the password in SMTP_URL, or with an access token (SASL XOAUTH2).
import { type ClientGrant, TokenError } from '../../platform/net/client-tokens.ts';
import { usesOauth } from '../../platform/net/smtp-oauth.ts';
import type { Deps } from '../../platform/runtime/deps.ts';

export type LoginDeps = Pick<Deps, 'config' | 'clientTokens' | 'rereadSecrets'>;

/** A mail server that a caller named is reached by the connections of the egress only. */
export interface MailServer extends LoginDeps {
  connect?: Deps['egress']['connect'];
}

type Provide = (error: Error | null, token?: string) => void;

/** These options of nodemailer are added to the URL. */
export interface LoginOptions {
  auth?: {
    type: 'OAuth2';
    provisionCallback: (user: string, isRefused: boolean, provide: Provide) => void;
  };
  requireTLS?: true;
  /** Otherwise a server that offers no login would get the mail without one. */
  forceAuth?: true;
}

/** The server refused the access token, or the login that it is for. */
export class RefusedLogin extends Error {}

interface LoginError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

const grantOf = ({ config }: LoginDeps): ClientGrant => ({
  tokenUrl: config.SMTP_OAUTH_TOKEN_URL,
  clientId: config.SMTP_OAUTH_CLIENT_ID,
  clientSecret: config.SMTP_OAUTH_CLIENT_SECRET,
  scope: config.SMTP_OAUTH_SCOPE,
});

/** A server may repeat the line with the token in its response; no word of an explanation is that long. */
const withoutTokens = (response: string): string => response.replaceAll(/\S{80,}/g, '[token]');

const isRefused = ({ code, responseCode = 0 }: LoginError): boolean =>
  code === 'EAUTH' && responseCode >= 500;

/** The original error is not kept as the cause, because its message may contain the token. */
function explain(error: LoginError, { config }: LoginDeps): Error {
  if (error.code !== 'EAUTH' || !error.response) return error;
  const user = decodeURIComponent(new URL(config.SMTP_URL).username);
  return new RefusedLogin(
    `The mail server refused the access token for ${user}: ${withoutTokens(error.response)}`,
  );
}

async function firstToken(deps: LoginDeps, grant: ClientGrant): Promise<string> {
  try {
    return await deps.clientTokens.get(grant);
  } catch (error) {
    // The secret may be in a file that was replaced since it was read; the next attempt uses the new one.
    if (error instanceof TokenError && error.failure === 'client') deps.rereadSecrets();
    throw error;
  }
}

/**
 * Gives `work` the options to sign in with. If the server refuses the token, a new one is obtained once: by nodemailer in
 * the same connection if the server asks for it (334), otherwise in another one, as Microsoft's responds 535 at once.
 */
export async function withLogin<T>(
  deps: LoginDeps,
  work: (options: LoginOptions) => Promise<T>,
): Promise<T> {
  if (!usesOauth(deps.config.SMTP_URL)) return work({});
  const grant = grantOf(deps);
  let token = await firstToken(deps, grant);
  let isRenewed = false;
  const renew = async (): Promise<boolean> => {
    isRenewed = true;
    const fresh = await deps.clientTokens.renew(grant, token);
    token = fresh ?? token;
    return fresh !== undefined;
  };
  const options: LoginOptions = {
    auth: {
      type: 'OAuth2',
      provisionCallback: (_user, wasRefused, provide) => {
        if (!wasRefused) return provide(null, token);
        renew().then(() => provide(null, token), provide);
      },
    },
    requireTLS: true,
    forceAuth: true,
  };
  try {
    return await work(options).catch(async (error: LoginError) => {
      if (isRenewed || !isRefused(error) || !(await renew())) throw error;
      return work(options);
    });
  } catch (error) {
    throw explain(error as LoginError, deps);
  }
}
