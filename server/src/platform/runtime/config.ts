// Configuration: one table is the source of the checks, the messages and the table in docs/reference/settings.md.
import { isIP } from 'node:net';
import { existsSync } from 'node:fs';
import { type Allowed, readAllowed } from '../net/address-ranges.ts';
import { UsageError } from '../errors.ts';
import { type AiProvider, aiProviders, type ModelAlias, modelAliases } from './ai-models.ts';
import { type RateLimitName, type RateLimits, rateLimits } from '../limits/limits.ts';

interface Setting<T> {
  about: string;
  /** Shown in the documentation and used when the variable is unset. None: the variable is required. */
  fallback?: string | ((config: Partial<Config>) => string);
  shown?: string;
  /** Shown in the documentation in place of a default. */
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
  OIDC_ROLE_MAP: Record<string, string>;
  INSTANCE_NAME: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
  DATABASE_WAIT_MS: number;
  VALKEY_URL: string;
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
  EGRESS_ALLOW: Allowed;
  EGRESS_CA_FILE: string;
  RETRY_DELAYS_SECONDS: readonly number[];
  SMTP_URL: string;
  MAIL_FROM: string;
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

const text = (value: string): string => value;

const integer = (least: number, most: number) => (value: string) => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new Error(`must be a whole number from ${least} to ${most}`);
  }
  return number;
};

const oneOf =
  (...allowed: string[]) =>
  (value: string) => {
    if (!allowed.includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`);
    return value;
  };

const address =
  (...protocols: string[]) =>
  (value: string) => {
    const prefixes = protocols.map((protocol) => `${protocol}//`).join(' or ');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be a URL that begins with ${prefixes}`);
    }
    return value.replace(/\/+$/, '');
  };

const contact = (value: string): void => {
  if (!URL.canParse(value) || !['mailto:', 'https:'].includes(new URL(value).protocol))
    throw new Error('must be a URL that begins with mailto: or https://');
};

const words = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** `general=200,ai.ask=30`; limits that are not named keep their defaults. */
const changedRateLimits = (value: string): RateLimits => {
  const read = { ...rateLimits };
  for (const word of words(value)) {
    const [, name = '', figure] = /^([a-z.]+)\s*=\s*([1-9]\d{0,8})$/.exec(word) ?? [];
    if (!Object.hasOwn(rateLimits, name)) {
      throw new Error(
        `must be comma-separated pairs of name=number; the names are ${Object.keys(rateLimits).join(', ')}`,
      );
    }
    read[name as RateLimitName] = Number(figure);
  }
  return read;
};

const networks = (value: string): string[] =>
  words(value).map((word) => {
    const [ip = '', bits] = word.split('/', 2);
    const most = isIP(ip) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
    if (isIP(ip) === 0 || !isNetwork) {
      throw new Error('must be comma-separated addresses or networks such as 10.0.0.0/8');
    }
    return word;
  });

export const readKey = (value: string): Buffer => {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32 || key.toString('base64') !== value) {
    throw new Error('must be 32 bytes in base64; generate one with `openssl rand -base64 32`');
  }
  return key;
};

const roleMap = (value: string): Record<string, string> =>
  Object.fromEntries(
    value
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [, theirs, ours] = /^(.+)=([a-z_]+)$/.exec(pair.trim()) ?? [];
        if (!theirs || !ours)
          throw new Error('must be comma-separated pairs such as admins=super_admin');
        return [theirs, ours];
      }),
  );

/** Values may be percent-encoded, as OpenTelemetry specifies. */
const otlpHeaders = (value: string): Record<string, string> =>
  Object.fromEntries(
    words(value).map((pair) => {
      const [, name = '', encoded] =
        /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)$/.exec(pair) ?? [];
      if (encoded === undefined)
        throw new Error('must be comma-separated pairs such as api-key=value');
      return [name.toLowerCase(), decodeURIComponent(encoded)];
    }),
  );

const ratio = (value: string): number => {
  const number = Number(value);
  if (value === '' || !(number >= 0 && number <= 1))
    throw new Error('must be a number from 0 to 1');
  return number;
};

const optional =
  <T>(read: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : read(value);

const matching = (pattern: RegExp, expected: string) => (value: string) => {
  if (value !== '' && !pattern.test(value)) throw new Error(`must be ${expected}`);
  return value;
};

const file = (value: string): string => {
  if (value !== '' && !existsSync(value)) throw new Error('must be the path of a readable file');
  return value;
};

/** One delay before each attempt but the first. */
const delays = (value: string): readonly number[] => {
  const seconds = value.split(',').map(Number);
  if (seconds.length !== 4 || seconds.some((one) => !(one > 0 && one <= 86_400))) {
    throw new Error('must be four comma-separated numbers greater than 0 and at most 86400');
  }
  return seconds;
};

/** Every alias must be named: a request may ask for any of them. */
const models = (value: string): Record<ModelAlias, string> | undefined => {
  if (value === '') return undefined;
  const pairs = new Map(
    words(value).map((pair) => {
      const [, alias = '', id = ''] = /^([^=]+)=(\S+)$/.exec(pair) ?? [];
      return [alias, id];
    }),
  );
  const isComplete =
    pairs.size === modelAliases.length && modelAliases.every((alias) => pairs.get(alias));
  if (!isComplete) {
    throw new Error(
      `must be comma-separated pairs such as ${modelAliases[0]}=id, one for each of ${modelAliases.join(', ')}`,
    );
  }
  return Object.fromEntries(pairs) as Record<ModelAlias, string>;
};

/** Settings that a provider needs besides its name: one of each list must be set. */
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
    about: 'URL of the key set (JWKS) of that provider. Required with `OIDC_ISSUER`.',
    fallback: '',
    absent: 'none',
    read: (value) => (value === '' ? '' : address('https:', 'http:')(value)),
  },
  OIDC_ROLE_CLAIM: {
    about:
      'Claim of its tokens that lists the roles: a literal key such as `cognito:groups`, or a path such as `realm_access.roles`.',
    fallback: 'roles',
    read: text,
  },
  OIDC_ROLE_MAP: {
    about:
      'Maps its role names to the roles of Signalbox, as comma-separated `theirs=ours` pairs. A name that is not mapped is used if it is a role of Signalbox.',
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
      'URL of PostgreSQL 18 or later with pgvector. Without it, `start` runs a demonstration with an embedded database.',
    absent: 'demonstration',
    secret: true,
    read: address('postgres:', 'postgresql:'),
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
      'Median event loop delay, in milliseconds over half a second, above which requests are refused with 503.',
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
    about: 'Only for `admin rekey`: the previous encryption key.',
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
      'Secret of that client: at least 32 characters; generate one with `openssl rand -base64 32`.',
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
      'Initial password of that user: at least 12 characters. Later changes to this setting have no effect.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: matching(/^.{12,256}$/u, '12 to 256 characters'),
  },
  EGRESS_ALLOW: {
    about:
      'Webhook receivers that are allowed although their address is not public: comma-separated host names, addresses or ranges.',
    fallback: '',
    absent: 'public addresses only',
    read: readAllowed,
  },
  EGRESS_CA_FILE: {
    about: 'PEM file of additional certificate authorities to trust for webhook receivers.',
    fallback: '',
    absent: 'none',
    read: file,
  },
  RETRY_DELAYS_SECONDS: {
    about:
      'Seconds to wait before the second to fifth attempt of a delivery. The default is the API contract; other values are for tests.',
    fallback: '30,120,600,1800',
    read: delays,
  },
  SMTP_URL: {
    about:
      'URL of the mail server, such as `smtps://user:password@mail.example.com`. Without it, no mail is sent.',
    fallback: '',
    absent: 'no mail',
    secret: true,
    read: (value) => (value === '' ? '' : address('smtp:', 'smtps:')(value)),
  },
  MAIL_FROM: {
    about: 'Sender address of mails.',
    fallback: ({ BASE_URL = 'http://localhost' }) => `signalbox@${new URL(BASE_URL).hostname}`,
    shown: 'signalbox@HOST',
    read: text,
  },
  AI_PROVIDER: {
    about:
      'Provider of the models that answer: `anthropic`, `bedrock` (Amazon) or `openai-compatible`, which many model servers are. Without it, the local engine answers with passages of articles and with similar cases, and no text leaves the instance. Its host must be public or listed in `EGRESS_ALLOW`.',
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
    about: 'AWS access key of `bedrock`.',
    fallback: '',
    absent: 'none',
    read: text,
  },
  AI_SECRET_ACCESS_KEY: {
    about: 'Secret of that access key.',
    fallback: '',
    absent: 'none',
    secret: true,
    read: text,
  },
  AI_TIMEOUT_SECONDS: {
    about: 'Seconds that an attempt at the provider may take; a failed one is repeated once.',
    fallback: '20',
    read: integer(1, 40),
  },
  AI_CIRCUIT_SECONDS: {
    about:
      'Seconds for which no request is sent to a provider that has failed five times in a row.',
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
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. Traces are sent to `/v1/traces` below it.',
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
      'Where to report a vulnerability of this instance: a URL that begins with `mailto:` or `https://`, served at `/.well-known/security.txt`.',
    fallback: '',
    absent: 'no such file',
    read: (value) => (value === '' ? '' : (contact(value), value)),
  },
};

/** Reports all faults together, each with the name of its variable and never the value of a secret. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const config: Partial<Record<keyof Config, unknown>> = {};
  const faults: string[] = [];
  for (const name of Object.keys(settings) as (keyof Config)[]) {
    const { fallback, read, about, secret } = settings[name];
    const given = env[name] || undefined;
    const value =
      given ?? (typeof fallback === 'function' ? fallback(config as Partial<Config>) : fallback);
    if (value === undefined) {
      faults.push(`${name} is required. ${about}`);
      continue;
    }
    try {
      config[name] = read(value);
    } catch (fault) {
      const shown = secret ? '' : ` It is ${JSON.stringify(value)}.`;
      faults.push(`${name} ${(fault as Error).message}.${shown} ${about}`);
    }
  }
  if (config.OIDC_ISSUER && !config.OIDC_JWKS_URL) {
    faults.push(`OIDC_JWKS_URL is required with OIDC_ISSUER. ${settings.OIDC_JWKS_URL.about}`);
  }
  faults.push(...providerFaults(config));
  if (faults.length > 0) {
    throw new UsageError(`The configuration is not valid:\n  ${faults.join('\n  ')}`);
  }
  return config as unknown as Config;
}
