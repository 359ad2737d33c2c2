// One table is the source of the checks, the messages and the table in docs/reference/settings.md.
import { readFileSync } from 'node:fs';
import { type AllowedTargets, readAllowed } from '../net/address-ranges.ts';
import { readAuthorities } from '../net/authorities.ts';
import { checkOauth, missingForOauth, readTokenUrl } from '../net/smtp-oauth.ts';
import { UsageError } from '../errors.ts';
import { type AiProvider, aiProviders, type ModelAlias } from './ai-models.ts';
import {
  address,
  changedRateLimits,
  contact,
  databaseUrl,
  delays,
  file,
  integer,
  type ListenAddress,
  listenAddress,
  matching,
  models,
  networks,
  oneOf,
  optional,
  otlpHeaders,
  proxyUrl,
  ratio,
  readKey,
  roleMap,
  text,
} from './config.readers.ts';
import { withPassword } from '../postgres/hosts/database-url.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

interface Setting<T> {
  about: string;
  /** The default is also shown in the documentation. A variable without one is required. */
  fallback?: string | ((config: Partial<Config>) => string);
  shown?: string;
  /** The documentation shows this in place of a default. */
  absent?: string;
  secret?: true;
  /** Throws an error whose message states the allowed values. */
  read: (text: string) => T;
}

export interface Config {
  PORT: number;
  AUTH_PORT: number;
  METRICS_PORT: number;
  BIND: string;
  BASE_URL: string;
  AUTH_URL: string;
  AUTH_AUDIENCE: string;
  OIDC_ISSUER: string;
  OIDC_JWKS_URL: string;
  OIDC_ROLE_CLAIM: string;
  OIDC_EMAIL_CLAIM: string;
  OIDC_ROLE_MAP: Record<string, string>;
  INSTANCE_NAME: string;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string;
  DATABASE_PASSWORD: string;
  DATABASE_POOL: number;
  DATABASE_WAIT_MS: number;
  VALKEY_URL: string;
  VALKEY_PASSWORD: string;
  RATE_LIMITS: RateLimits;
  TRUSTED_PROXIES: string[];
  MAX_LOOP_DELAY_MS: number;
  MAX_MEMORY_MB: number;
  MAX_STREAMS: number;
  MAX_STREAMS_PER_CALLER: number;
  DRAIN_SECONDS: number;
  DEMO_DATA_DIR: string;
  ENCRYPTION_KEY: Buffer;
  OLD_ENCRYPTION_KEY: Buffer | undefined;
  BOOTSTRAP_CLIENT_ID: string;
  BOOTSTRAP_CLIENT_SECRET: string;
  BOOTSTRAP_ADMIN_EMAIL: string;
  BOOTSTRAP_ADMIN_PASSWORD: string;
  CA_FILE: string[];
  EGRESS_ALLOW: AllowedTargets;
  EGRESS_CA_FILE: string;
  EGRESS_PROXY: string;
  RETRY_DELAYS_SECONDS: readonly number[];
  SMTP_URL: string;
  SMTP_OAUTH_TOKEN_URL: string;
  SMTP_OAUTH_CLIENT_ID: string;
  SMTP_OAUTH_CLIENT_SECRET: string;
  SMTP_OAUTH_SCOPE: string;
  MAIL_FROM: string;
  LMTP_LISTEN: ListenAddress | undefined;
  LMTP_TRUSTED: string[];
  AI_PROVIDER: AiProvider | '';
  AI_MODELS: Record<ModelAlias, string> | undefined;
  AI_API_KEY: string;
  AI_BASE_URL: string;
  AI_REGION: string;
  AI_ACCESS_KEY_ID: string;
  AI_SECRET_ACCESS_KEY: string;
  AI_TIMEOUT_SECONDS: number;
  AI_CIRCUIT_SECONDS: number;
  LOG_LEVEL: string;
  OTEL_EXPORTER_OTLP_ENDPOINT: string;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG: number;
  SECURITY_CONTACT: string;
}

/** A provider needs one setting of each list. */
const providerNeeds: Record<AiProvider, readonly (readonly (keyof Config)[])[]> = {
  anthropic: [['AI_MODELS'], ['AI_API_KEY']],
  bedrock: [
    ['AI_MODELS'],
    ['AI_REGION', 'AI_BASE_URL'],
    ['AI_API_KEY', 'AI_ACCESS_KEY_ID'],
    ['AI_API_KEY', 'AI_SECRET_ACCESS_KEY'],
  ],
  'openai-compatible': [['AI_MODELS'], ['AI_BASE_URL']],
};

const providerFaults = (config: Partial<Record<keyof Config, unknown>>): string[] => {
  const provider = config.AI_PROVIDER as Config['AI_PROVIDER'] | undefined;
  if (!provider) return [];
  return providerNeeds[provider]
    .filter((names) => !names.some((name) => config[name]))
    .map((names) => `${names.join(' or ')} is required with AI_PROVIDER=${provider}.`);
};

export const settings: { [Name in keyof Config]: Setting<Config[Name]> } = {
  PORT: { about: 'Port of the API.', fallback: '8080', read: integer(0, 65535) },
  AUTH_PORT: {
    about: 'Port of the identity provider.',
    fallback: '8081',
    read: integer(0, 65535),
  },
  METRICS_PORT: {
    about: 'Port of `/metrics`. Do not expose it to the public network.',
    fallback: '9464',
    read: integer(0, 65535),
  },
  BIND: {
    about: 'Address that all ports listen on. Use `0.0.0.0` or `::` for every interface.',
    fallback: '127.0.0.1',
    read: text,
  },
  BASE_URL: {
    about: 'Public URL of the API; links in responses and events begin with it.',
    fallback: ({ PORT = 0 }) => `http://localhost:${PORT}`,
    shown: 'http://localhost:PORT',
    read: address('http:', 'https:'),
  },
  AUTH_URL: {
    about: 'Public URL of the identity provider, which is the issuer of access tokens.',
    fallback: ({ AUTH_PORT = 0 }) => `http://localhost:${AUTH_PORT}`,
    shown: 'http://localhost:AUTH_PORT',
    read: address('http:', 'https:'),
  },
  AUTH_AUDIENCE: {
    about: 'Audience that access tokens must contain.',
    fallback: 'signalbox',
    read: text,
  },
  OIDC_ISSUER: {
    about:
      'Issuer of an external OpenID Connect provider. Only its tokens are accepted, and `start` does not run the built-in provider.',
    fallback: '',
    absent: 'built-in provider',
    read: (value) => (value === '' ? '' : (address('https:', 'http:')(value), value)),
  },
  OIDC_JWKS_URL: {
    about:
      'URL from which the API fetches the key set (JWKS) of the provider. Required with `OIDC_ISSUER`. For the built-in provider, set it to an inner address of `auth`, such as `http://auth:8081/jwks`, if API processes cannot reach `AUTH_URL`; tokens still name `AUTH_URL` as their issuer.',
    fallback: '',
    absent: '`/jwks` at `AUTH_URL`',
    read: (value) => (value === '' ? '' : address('https:', 'http:')(value)),
  },
  OIDC_ROLE_CLAIM: {
    about:
      'Claim that lists the roles in tokens of the external provider: a literal key such as `cognito:groups`, or a path such as `realm_access.roles`.',
    fallback: 'roles',
    read: text,
  },
  OIDC_EMAIL_CLAIM: {
    about:
      'Claim that has the e-mail address of a person in tokens of the external provider, such as `upn`: a literal key or a path. Without an address, the token of a person is refused.',
    fallback: 'email',
    read: text,
  },
  OIDC_ROLE_MAP: {
    about:
      'Maps role names of the external provider to the roles of Signalbox, as comma-separated `theirs=ours` pairs. A name that is not mapped is used if it is a role of Signalbox.',
    fallback: '',
    absent: 'none',
    read: roleMap,
  },
  INSTANCE_NAME: {
    about: 'Name of this instance, sent as `service_instance` in its events.',
    fallback: 'signalbox',
    read: text,
  },
  DATABASE_URL: {
    about:
      'URL of PostgreSQL 18 or later with pgvector. It may name several hosts, such as `postgres://desk@db1,db2:5433/desk?target_session_attrs=read-write`. Without it, `start` runs a demonstration with an embedded database.',
    absent: 'demonstration',
    secret: true,
    read: databaseUrl,
  },
  DATABASE_DIRECT_URL: {
    about:
      'URL of PostgreSQL itself if `DATABASE_URL` leads to a connection pooler, such as PgBouncer 1.21 or later: for notifications, migrations and jobs, which need a session of their own. Timeouts are then set for the role.',
    fallback: '',
    absent: '`DATABASE_URL`',
    secret: true,
    read: (value) => (value === '' ? '' : databaseUrl(value)),
  },
  DATABASE_PASSWORD: {
    about:
      'Password for `DATABASE_URL` and `DATABASE_DIRECT_URL`, in place of one in the URLs. It may contain any character and is not percent-encoded.',
    fallback: '',
    absent: 'the password in `DATABASE_URL`',
    secret: true,
    read: text,
  },
  DATABASE_POOL: {
    about: 'Connections to PostgreSQL per process. On two cores, more than 8 is slower.',
    fallback: '8',
    read: integer(2, 200),
  },
  DATABASE_WAIT_MS: {
    about:
      'Milliseconds for which a request waits for a connection to PostgreSQL before it is refused with 503.',
    fallback: '1500',
    read: integer(100, 60_000),
  },
  VALKEY_URL: {
    about:
      'URL of Valkey 8 or Redis 7, or later, through which processes share rate limits. Without it, each process counts separately.',
    fallback: '',
    absent: 'limits per process',
    secret: true,
    read: (value) => (value === '' ? '' : address('redis:', 'rediss:')(value)),
  },
  VALKEY_PASSWORD: {
    about:
      'Password for `VALKEY_URL`, in place of one in the URL. It may contain any character and is not percent-encoded.',
    fallback: '',
    absent: 'the password in `VALKEY_URL`',
    secret: true,
    read: text,
  },
  RATE_LIMITS: {
    about:
      'Limits to override, as comma-separated pairs such as `general=200,ai.ask=30`: `general` (per caller per second), `ai.ask`, `ai.analyze`, `ai.exemplars`, `ai.suggest`, `ai.query` (per caller per minute), `gateway` (per second, all callers together) with `gateway.burst`, `inbound` (per inbound webhook per second, with a burst of ten times that), `address` (per address per second, for unauthenticated callers) with `address.burst`, `credentials` (wrong passwords, secrets and keys per address per second) with `credentials.burst`.',
    fallback: '',
    absent: 'limits of the API contract',
    read: changedRateLimits,
  },
  TRUSTED_PROXIES: {
    about:
      'Comma-separated addresses or networks whose `X-Forwarded-For` header is trusted. List your gateway here; otherwise all callers behind it share one address.',
    fallback: '',
    absent: 'none',
    read: networks,
  },
  MAX_LOOP_DELAY_MS: {
    about:
      'Median event loop delay, in milliseconds over half a second or more, above which requests beyond 50 in progress are refused with 503.',
    fallback: '300',
    read: integer(10, 60_000),
  },
  MAX_MEMORY_MB: {
    about:
      'Resident memory of the process, in megabytes, above which requests are refused with 503. Set it below the memory limit of the container.',
    fallback: '2048',
    read: integer(128, 1_048_576),
  },
  MAX_STREAMS: {
    about: 'Event streams that a process serves at the same time; further ones get 503.',
    fallback: '2000',
    read: integer(1, 100_000),
  },
  MAX_STREAMS_PER_CALLER: {
    about:
      'Event streams that one caller may have open at a process; further ones get 429. A caller is a user, a client or the owner of an API key.',
    fallback: '20',
    read: integer(1, 100_000),
  },
  DRAIN_SECONDS: {
    about:
      'Seconds for which a process still accepts requests after `SIGTERM` while `/readyz` returns 503, so that load balancers can stop sending.',
    fallback: '5',
    read: integer(0, 300),
  },
  DEMO_DATA_DIR: {
    about: 'Directory in which the demonstration stores its database and encryption key.',
    fallback: '',
    absent: 'temporary directory',
    read: text,
  },
  ENCRYPTION_KEY: {
    about:
      'Key with which this instance encrypts and signs: 32 bytes in base64. The demonstration generates its own.',
    absent: 'required with `DATABASE_URL`',
    secret: true,
    read: readKey,
  },
  OLD_ENCRYPTION_KEY: {
    about:
      'The previous encryption key, while it is being replaced: values that were encrypted with it can still be read. See "Replacing secrets" in docs/operations.md.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: optional(readKey),
  },
  BOOTSTRAP_CLIENT_ID: {
    about: 'Id of a client with the role super_admin, created at startup if it does not exist.',
    fallback: '',
    absent: 'none',
    read: matching(
      /^[a-z0-9][a-z0-9._-]{1,62}$/,
      '2 to 63 lower-case letters, digits, dots, underscores or hyphens',
    ),
  },
  BOOTSTRAP_CLIENT_SECRET: {
    about:
      'Secret of `BOOTSTRAP_CLIENT_ID`: at least 32 characters; generate one with `openssl rand -base64 32`.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: matching(/^[\x21-\x7e]{32,256}$/, '32 to 256 visible characters'),
  },
  BOOTSTRAP_ADMIN_EMAIL: {
    about:
      'E-mail address of a user with the role super_admin, created at startup if it does not exist.',
    fallback: '',
    absent: 'none',
    read: matching(/^[^\s@]{1,64}@[^\s@]{1,190}$/, 'an e-mail address'),
  },
  BOOTSTRAP_ADMIN_PASSWORD: {
    about:
      'Initial password of `BOOTSTRAP_ADMIN_EMAIL`: at least 12 characters. Later changes to this setting have no effect.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: matching(/^.{12,256}$/u, '12 to 256 characters'),
  },
  CA_FILE: {
    about:
      'PEM file of certificate authorities to trust besides the public ones, for every TLS connection: webhook receivers, AI providers, the identity provider, traces, mail and its token endpoint, Valkey, and PostgreSQL unless its URL has `sslrootcert`.',
    fallback: '',
    absent: 'public authorities',
    read: readAuthorities,
  },
  EGRESS_ALLOW: {
    about:
      'Webhook receivers, AI providers and token endpoints that are allowed although their address is not public: comma-separated host names, addresses or ranges.',
    fallback: '',
    absent: 'public addresses only',
    read: readAllowed,
  },
  EGRESS_CA_FILE: {
    about:
      'PEM file of certificate authorities to trust for webhook receivers, AI providers and the token endpoint of mail only. Usually `CA_FILE` is the right setting.',
    fallback: '',
    absent: 'none',
    read: file,
  },
  EGRESS_PROXY: {
    about:
      'HTTP proxy (CONNECT) for webhooks, AI providers, the key set of `OIDC_ISSUER`, the token endpoint of mail and traces; mail itself does not use it. Addresses that are not public, and those of `EGRESS_ALLOW`, are reached directly. The URL may contain credentials: `http://user:password@proxy.example.com:3128`.',
    fallback: '',
    absent: 'direct connections',
    secret: true,
    read: proxyUrl,
  },
  RETRY_DELAYS_SECONDS: {
    about:
      'Seconds to wait before the second to fifth attempt of a delivery. The default is the API contract; other values are for tests.',
    fallback: '30,120,600,1800',
    read: delays,
  },
  SMTP_URL: {
    about:
      'URL of the mail server, such as `smtps://user:password@mail.example.com`, or `smtp://user@mail.example.com:587?auth=oauth` to sign in with an access token, always over TLS (see "Mail with OAuth" in docs/operations.md). Without it, no mail is sent.',
    fallback: '',
    absent: 'no mail',
    secret: true,
    read: (value) => (value === '' ? '' : checkOauth(address('smtp:', 'smtps:')(value))),
  },
  SMTP_OAUTH_TOKEN_URL: {
    about:
      'Token endpoint from which access tokens for the mail server are obtained with the client credentials grant. Its host must be public or listed in `EGRESS_ALLOW`. Required with `auth=oauth` in `SMTP_URL`.',
    fallback: '',
    absent: 'none',
    read: readTokenUrl,
  },
  SMTP_OAUTH_CLIENT_ID: {
    about: 'Id of the client at `SMTP_OAUTH_TOKEN_URL`. Required with `auth=oauth` in `SMTP_URL`.',
    fallback: '',
    absent: 'none',
    read: text,
  },
  SMTP_OAUTH_CLIENT_SECRET: {
    about: 'Secret of `SMTP_OAUTH_CLIENT_ID`. Required with `auth=oauth` in `SMTP_URL`.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: text,
  },
  SMTP_OAUTH_SCOPE: {
    about:
      'Scope of the access tokens for the mail server, such as `https://outlook.office365.com/.default`; several are separated by spaces.',
    fallback: '',
    absent: 'the default of the token endpoint',
    read: text,
  },
  MAIL_FROM: {
    about: 'Sender address of mails.',
    fallback: ({ BASE_URL = 'http://localhost' }) => `signalbox@${new URL(BASE_URL).hostname}`,
    shown: 'signalbox@HOST',
    read: text,
  },
  LMTP_LISTEN: {
    about:
      'Address and port, such as `127.0.0.1:8024`, at which `start` and `api` receive mail by LMTP for mailboxes of the kind `lmtp`. Only the machine itself and `LMTP_TRUSTED` may connect.',
    fallback: '',
    absent: 'no mail by LMTP',
    read: optional(listenAddress),
  },
  LMTP_TRUSTED: {
    about:
      'Comma-separated addresses or networks of mail servers that may deliver by LMTP, besides the machine itself.',
    fallback: '',
    absent: 'none',
    read: networks,
  },
  AI_PROVIDER: {
    about:
      'Provider of the AI models: `anthropic`, `bedrock` (Amazon) or `openai-compatible` (many model servers). Its host must be public or listed in `EGRESS_ALLOW`. Without a provider, the local engine answers with passages of articles and with similar cases, and no text leaves the instance.',
    fallback: '',
    absent: 'local engine',
    read: (value) => (value === '' ? '' : (oneOf(...aiProviders)(value) as AiProvider)),
  },
  AI_MODELS: {
    about:
      'Models of the provider, as comma-separated pairs of alias and id, such as `model-3-haiku=small,model-3-sonnet=medium,model-3-opus=large`. Required with `AI_PROVIDER`.',
    fallback: '',
    absent: 'none',
    read: models,
  },
  AI_API_KEY: {
    about:
      'API key of the provider. Required for `anthropic`; for `bedrock`, a Bedrock API key in place of the access key.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: text,
  },
  AI_BASE_URL: {
    about:
      'URL of the provider, such as `https://models.example.com/v1`. Required for `openai-compatible`; otherwise the address that the provider publishes.',
    fallback: '',
    absent: 'the address of the provider',
    read: (value) => (value === '' ? '' : address('https:', 'http:')(value)),
  },
  AI_REGION: {
    about: 'AWS region of `bedrock`.',
    fallback: '',
    absent: 'none',
    read: matching(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as eu-central-1'),
  },
  AI_ACCESS_KEY_ID: {
    about: 'AWS access key id of `bedrock`.',
    fallback: '',
    absent: 'none',
    read: text,
  },
  AI_SECRET_ACCESS_KEY: {
    about: 'AWS secret access key of `bedrock`.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: text,
  },
  AI_TIMEOUT_SECONDS: {
    about: 'Seconds that a request to the AI provider may take; a failed one is repeated once.',
    fallback: '20',
    read: integer(1, 40),
  },
  AI_CIRCUIT_SECONDS: {
    about:
      'Seconds for which no request is sent to an AI provider that has failed five times in a row.',
    fallback: '30',
    read: integer(1, 3600),
  },
  LOG_LEVEL: {
    about: 'Lowest level that is logged; `warn` in the demonstration.',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as `http://localhost:4318`. Traces are sent to `/v1/traces` below it.',
    fallback: '',
    absent: 'no traces',
    read: (value) => (value === '' ? '' : address('http:', 'https:')(value)),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers of requests to the collector, as comma-separated `name=value` pairs.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: otlpHeaders,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about:
      'Share of new traces that are exported, from 0 to 1. A trace that a caller began is exported if the caller says so in `traceparent`.',
    fallback: '1',
    read: ratio,
  },
  SECURITY_CONTACT: {
    about:
      'Contact for reports of vulnerabilities of this instance: a URL that begins with `mailto:` or `https://`, served at `/.well-known/security.txt`.',
    fallback: '',
    absent: 'no such file',
    read: (value) => (value === '' ? '' : (contact(value), value)),
  },
};

/** A password may be given apart from its URL, because no deployment tool percent-encodes it. */
const passwordsOf = {
  DATABASE_URL: 'DATABASE_PASSWORD',
  DATABASE_DIRECT_URL: 'DATABASE_PASSWORD',
  VALKEY_URL: 'VALKEY_PASSWORD',
} as const;

/** Connections that need a session use this URL: a pooler may give each transaction another one. */
export const directUrlOf = ({
  DATABASE_DIRECT_URL,
  DATABASE_URL,
}: Partial<Pick<Config, 'DATABASE_DIRECT_URL'>> & Pick<Config, 'DATABASE_URL'>): string =>
  DATABASE_DIRECT_URL || DATABASE_URL;

function withPasswords(config: Config): Config {
  const read = { ...config };
  for (const [name, password] of Object.entries(passwordsOf)) {
    const key = name as keyof typeof passwordsOf;
    if (!config[password] || !config[key]) continue;
    read[key] = withPassword(config[key], config[password]);
  }
  return read;
}

/** A secret may be in a file that `NAME_FILE` names, as container platforms mount them. A newline at its end is dropped. */
function secretOf(env: Record<string, string | undefined>, name: string): string | undefined {
  const path = env[`${name}_FILE`];
  if (!path) return undefined;
  if (env[name]) throw new Error(`and ${name}_FILE are both set; keep one`);
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot be read from the file that ${name}_FILE names (${code})`, {
      cause: error,
    });
  }
}

/** Reports all faults together, each with the name of its variable and never the value of a secret. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const config: Partial<Record<keyof Config, unknown>> = {};
  const faults: string[] = [];
  for (const name of Object.keys(settings) as (keyof Config)[]) {
    const { fallback, read, about, secret } = settings[name];
    let value: string | undefined;
    try {
      value =
        (secret && secretOf(env, name)) ??
        (env[name] || undefined) ??
        (typeof fallback === 'function' ? fallback(config as Partial<Config>) : fallback);
      if (value === undefined) {
        faults.push(`${name} is required. ${about}`);
        continue;
      }
      config[name] = read(value);
    } catch (fault) {
      const shown = secret ? '' : ` It is ${JSON.stringify(value)}.`;
      faults.push(`${name} ${(fault as Error).message}.${shown} ${about}`);
    }
  }
  if (config.OIDC_ISSUER && !config.OIDC_JWKS_URL) {
    faults.push(`OIDC_JWKS_URL is required with OIDC_ISSUER. ${settings.OIDC_JWKS_URL.about}`);
  }
  faults.push(...providerFaults(config), ...missingForOauth(config));
  if (faults.length > 0) {
    throw new UsageError(`The configuration is not valid:\n  ${faults.join('\n  ')}`);
  }
  return withPasswords(config as unknown as Config);
}
