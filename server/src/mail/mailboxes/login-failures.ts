// Says why a mailbox cannot sign in to a mail server, in words that lead to the correction.
import { RefusedLogin } from '../../notifications/index.ts';
import { TokenError, type TokenFailure } from '../../platform/net/client-tokens.ts';
import { RefusedAddress } from '../../platform/net/egress.ts';
import { errorCode } from '../../platform/postgres/pg-errors.ts';
import { cut } from '../../platform/text.ts';
import type { Login } from './logins.schema.ts';

interface Correction {
  /** Names the step that failed, before what the library or the server said; they often have a message of their own. */
  step?: string;
  /** Completes the message with a sentence. */
  advice: string;
  fields: readonly string[];
}

const host: Correction = {
  step: 'The name of the server is not known',
  advice: 'Correct the host.',
  fields: ['host'],
};
const port: Correction = {
  step: 'The server cannot be reached',
  advice: 'Correct host and port, and see whether a firewall is between.',
  fields: ['host', 'port'],
};
const security: Correction = {
  step: 'The server does not begin in this way',
  advice: 'Choose the security and the port that the server offers: tls or starttls.',
  fields: ['port', 'security'],
};
const certificate: Correction = {
  step: 'The certificate of the server is not trusted',
  advice:
    'Correct the host so that it is a name in the certificate. The operator can trust a private authority with CA_FILE.',
  fields: ['host'],
};
const password: Correction = {
  advice:
    'Correct user and password. Many providers need a password for apps, and IMAP or SMTP to be allowed for the user.',
  fields: ['user', 'password'],
};
const permission: Correction = {
  advice:
    'Correct user and scope, and permit the application to use the mailbox of the user at the provider.',
  fields: ['user', 'scope'],
};

/** The codes are those of Node and of the libraries for SMTP and IMAP. */
const corrections: Readonly<Record<string, Correction>> = {
  EDNS: host,
  ENOTFOUND: host,
  ENODATA: host,
  EAI_AGAIN: host,
  ECONNECTION: port,
  ECONNREFUSED: port,
  EHOSTUNREACH: port,
  ENETUNREACH: port,
  ETIMEDOUT: port,
  CONNECT_TIMEOUT: port,
  ESOCKET: { advice: 'Correct host, port and security.', fields: ['host', 'port', 'security'] },
  ETLS: security,
  GREETING_TIMEOUT: security,
  UPGRADE_TIMEOUT: security,
  ERR_SSL_WRONG_VERSION_NUMBER: security,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: security,
  EPROTO: security,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: {
    step: 'The certificate of the server has expired',
    advice: 'Its operator must renew it.',
    fields: ['host'],
  },
};

const tokenCorrections: Record<TokenFailure, Correction> = {
  address: {
    advice: 'Correct the token URL. The operator can allow it with EGRESS_ALLOW.',
    fields: ['token_url'],
  },
  unreachable: { advice: 'Correct the token URL.', fields: ['token_url'] },
  client: {
    advice:
      'Correct client id and client secret. The secret may have expired, or the consent was revoked: see the application at the provider.',
    fields: ['client_id', 'client_secret'],
  },
  scope: {
    advice: 'Correct the scope, and grant it to the application at the provider.',
    fields: ['scope'],
  },
  response: { advice: 'Correct the token URL and the scope.', fields: ['token_url', 'scope'] },
};

interface LoginError extends Error {
  code?: string;
  /** The library for IMAP sets this with what the server responded. */
  authenticationFailed?: boolean;
  response?: unknown;
}

const MAX_REASON = 500;

function correctionOf(error: LoginError, { auth }: Pick<Login, 'auth'>): Correction {
  if (error instanceof TokenError) return tokenCorrections[error.failure];
  if (error instanceof RefusedLogin) return permission;
  if (error instanceof RefusedAddress)
    return { advice: 'The operator can allow it with EGRESS_ALLOW.', fields: ['host'] };
  if (errorCode(error) !== undefined)
    return { advice: 'The operator finds the cause in the log of PostgreSQL.', fields: [] };
  if (error.authenticationFailed || error.code === 'EAUTH')
    return auth === 'oauth' ? permission : password;
  return corrections[error.code ?? ''] ?? { advice: 'See the log of the mail server.', fields: [] };
}

function messageOf(error: LoginError): string {
  const { message, name, authenticationFailed, response } = error;
  if (errorCode(error) !== undefined) return `New mail cannot be stored: ${message}`;
  if (!authenticationFailed) return message || name;
  return `The server refused the login${typeof response === 'string' ? `: ${response}` : ''}`;
}

export interface LoginFailure {
  reason: string;
  fields: string[];
}

export function explainFailure(error: Error, login: Pick<Login, 'auth'>): LoginFailure {
  const { step, advice, fields } = correctionOf(error, login);
  const message = cut(messageOf(error).replaceAll(/\s+/g, ' '), MAX_REASON).replace(/[.?!]$/, '');
  const reason = `${step === undefined ? '' : `${step}: `}${message}. ${advice}`;
  return { reason, fields: [...fields] };
}
