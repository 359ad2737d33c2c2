// Configuration: one table from which come the checks, the messages and the table in docs/operations.md.
import { existsSync } from 'node:fs';
import { type Allowed, readAllowed } from './addresses.ts';
import { UsageError } from './errors.ts';

interface Setting<T> {
  about: string;
  /** Shown in the documentation and used when the variable is unset. None: the variable is required. */
  fallback?: string | ((config: Partial<Config>) => string);
  shown?: string;
  /** What the documentation says where there is no default. */
  absent?: string;
  secret?: true;
  /** Throws a plain sentence that says what is allowed. */
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
  INSTANCE_NAME: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
  DEMO_DATA_DIR: string;
  ENCRYPTION_KEY: Buffer;
  EGRESS_ALLOW: Allowed;
  EGRESS_CA_FILE: string;
  RETRY_DELAYS_SECONDS: readonly number[];
  SMTP_URL: string;
  MAIL_FROM: string;
  LOG_LEVEL: string;
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
    const wanted = protocols.map((protocol) => `${protocol}//`).join(' or ');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be an address that begins with ${wanted}`);
    }
    return value.replace(/\/+$/, '');
  };

const key32 = (value: string): Buffer => {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32 || key.toString('base64') !== value) {
    throw new Error('must be 32 bytes in base64; `openssl rand -base64 32` makes one');
  }
  return key;
};

const file = (value: string): string => {
  if (value !== '' && !existsSync(value)) throw new Error('must be a file that can be read');
  return value;
};

/** One delay before each attempt but the first. */
const delays = (value: string): readonly number[] => {
  const seconds = value.split(',').map(Number);
  if (seconds.length !== 4 || seconds.some((one) => !(one > 0 && one <= 86_400))) {
    throw new Error('must be four numbers above 0, parted by commas');
  }
  return seconds;
};

export const settings: { [Name in keyof Config]: Setting<Config[Name]> } = {
  PORT: { about: 'Port of the API.', fallback: '8080', read: integer(0, 65535) },
  AUTH_PORT: {
    about: 'Port of the identity provider.',
    fallback: '8081',
    read: integer(0, 65535),
  },
  METRICS_PORT: {
    about: 'Port of `/metrics`. Keep it off the public network.',
    fallback: '9464',
    read: integer(0, 65535),
  },
  BIND: {
    about: 'Address that all ports listen on. `0.0.0.0` or `::` for every interface.',
    fallback: '127.0.0.1',
    read: text,
  },
  BASE_URL: {
    about: 'Public address of the API; links in answers and events begin with it.',
    fallback: ({ PORT = 0 }) => `http://localhost:${PORT}`,
    shown: 'http://localhost:PORT',
    read: address('http:', 'https:'),
  },
  AUTH_URL: {
    about: 'Public address of the identity provider: the issuer of access tokens.',
    fallback: ({ AUTH_PORT = 0 }) => `http://localhost:${AUTH_PORT}`,
    shown: 'http://localhost:AUTH_PORT',
    read: address('http:', 'https:'),
  },
  AUTH_AUDIENCE: {
    about: 'Audience that an access token must name.',
    fallback: 'signalbox',
    read: text,
  },
  INSTANCE_NAME: {
    about: 'Name of this instance, the `service_instance` of its events.',
    fallback: 'signalbox',
    read: text,
  },
  DATABASE_URL: {
    about:
      'PostgreSQL 18 or later with pgvector. Without it, `start` is a demonstration on a database of its own.',
    absent: 'a demonstration',
    secret: true,
    read: address('postgres:', 'postgresql:'),
  },
  DATABASE_POOL: {
    about: 'Connections to PostgreSQL per process. More than 8 on two cores is slower, not faster.',
    fallback: '8',
    read: integer(2, 200),
  },
  DEMO_DATA_DIR: {
    about: 'Folder where the demonstration keeps its database and its key.',
    fallback: '',
    absent: 'a temporary one',
    read: text,
  },
  ENCRYPTION_KEY: {
    about:
      'Key for what is encrypted or signed by this instance: 32 bytes in base64. The demonstration makes its own.',
    absent: 'required with `DATABASE_URL`',
    secret: true,
    read: key32,
  },
  EGRESS_ALLOW: {
    about:
      'Receivers of webhooks that are admitted although their address is not public: host names, addresses or ranges, parted by commas.',
    fallback: '',
    absent: 'public addresses only',
    read: readAllowed,
  },
  EGRESS_CA_FILE: {
    about: 'Certificates, in PEM, of authorities to trust for receivers besides the usual ones.',
    fallback: '',
    absent: 'none',
    read: file,
  },
  RETRY_DELAYS_SECONDS: {
    about:
      'Seconds before the second to the fifth attempt of a delivery. The default is the contract; others are for tests.',
    fallback: '30,120,600,1800',
    read: delays,
  },
  SMTP_URL: {
    about:
      'Mail server, such as `smtps://user:password@mail.example.com`. Without it no mail is sent.',
    fallback: '',
    absent: 'no mail',
    secret: true,
    read: (value) => (value === '' ? '' : address('smtp:', 'smtps:')(value)),
  },
  MAIL_FROM: {
    about: 'Sender of mails.',
    fallback: ({ BASE_URL = 'http://localhost' }) => `signalbox@${new URL(BASE_URL).hostname}`,
    shown: 'signalbox@HOST',
    read: text,
  },
  LOG_LEVEL: {
    about: 'How much is logged; `warn` in the demonstration.',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
};

/** Every fault at once, each with the name of its variable and never the value of a secret. */
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
  if (faults.length > 0) {
    throw new UsageError(`The configuration is not usable:\n  ${faults.join('\n  ')}`);
  }
  return config as unknown as Config;
}
