// Each reader turns the text of a variable into its value, or throws an error whose message states the allowed values and
// never the value itself, which may be a secret.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseDatabaseUrl } from '../postgres/hosts/database-url.ts';
import { type RateLimitName, type RateLimits, rateLimits } from '../limits/rate-limits.ts';
import { type ModelAlias, modelAliases } from './ai-models.ts';

export const text = (value: string): string => value;

export const integer = (least: number, most: number) => (value: string) => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new Error(`must be a whole number from ${least} to ${most}`);
  }
  return number;
};

export const oneOf =
  (...allowed: string[]) =>
  (value: string) => {
    if (!allowed.includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`);
    return value;
  };

export const address =
  (...protocols: string[]) =>
  (value: string) => {
    const prefixes = protocols.map((protocol) => `${protocol}//`).join(' or ');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be a URL that begins with ${prefixes}`);
    }
    return value.replace(/\/+$/, '');
  };

/** PostgreSQL may be at several hosts. */
export const databaseUrl = (value: string): string => {
  parseDatabaseUrl(value);
  return value.replace(/\/+$/, '');
};

export const contact = (value: string): void => {
  if (!URL.canParse(value) || !['mailto:', 'https:'].includes(new URL(value).protocol))
    throw new Error('must be a URL that begins with mailto: or https://');
};

const words = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Reads `general=200,ai.ask=30`; limits that are not named keep their defaults. */
export const changedRateLimits = (value: string): RateLimits => {
  const read = { ...rateLimits };
  for (const word of words(value)) {
    const [, name = '', limit] = /^([a-z.]+)\s*=\s*([1-9]\d{0,8})$/.exec(word) ?? [];
    if (!Object.hasOwn(rateLimits, name)) {
      throw new Error(
        `must be comma-separated pairs of name=number; the names are ${Object.keys(rateLimits).join(', ')}`,
      );
    }
    read[name as RateLimitName] = Number(limit);
  }
  return read;
};

export const networks = (value: string): string[] =>
  words(value).map((word) => {
    const [ip = '', bits] = word.split('/', 2);
    const most = isIP(ip) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
    if (isIP(ip) === 0 || !isNetwork) {
      throw new Error('must be comma-separated addresses or networks such as 10.0.0.0/8');
    }
    return word;
  });

export interface ListenAddress {
  host: string;
  port: number;
}

/** An IPv6 address is in brackets. */
export const listenAddress = (value: string): ListenAddress => {
  const [, bracketed, plain = '', port = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (isIP(host) === 0 || Number(port) > 65_535)
    throw new Error('must be an IP address and a port, such as 127.0.0.1:8024 or [::1]:8024');
  return { host, port: Number(port) };
};

export const readKey = (value: string): Buffer => {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32 || key.toString('base64') !== value) {
    throw new Error('must be 32 bytes in base64; generate one with `openssl rand -base64 32`');
  }
  return key;
};

export const roleMap = (value: string): Record<string, string> =>
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
export const otlpHeaders = (value: string): Record<string, string> =>
  Object.fromEntries(
    words(value).map((pair) => {
      const [, name = '', encoded] =
        /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)$/.exec(pair) ?? [];
      if (encoded === undefined)
        throw new Error('must be comma-separated pairs such as api-key=value');
      return [name.toLowerCase(), decodeURIComponent(encoded)];
    }),
  );

export const ratio = (value: string): number => {
  const number = Number(value);
  if (value === '' || !(number >= 0 && number <= 1))
    throw new Error('must be a number from 0 to 1');
  return number;
};

/** Credentials must be decodable, and there is no path: a proxy is a host and a port. */
export const proxyUrl = (value: string): string => {
  if (value === '') return '';
  const expected = 'must be a URL such as http://proxy.example.com:3128, with no path';
  const url = URL.parse(value);
  if (url?.protocol !== 'http:' || `${url.pathname}${url.search}${url.hash}` !== '/')
    throw new Error(expected);
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch (error) {
    throw new Error('must have percent-encoded credentials', { cause: error });
  }
  return value;
};

export const optional =
  <T>(read: (value: string) => T) =>
  (value: string): T | undefined =>
    value === '' ? undefined : read(value);

export const matching = (pattern: RegExp, expected: string) => (value: string) => {
  if (value !== '' && !pattern.test(value)) throw new Error(`must be ${expected}`);
  return value;
};

export const file = (value: string): string => {
  if (value !== '' && !existsSync(value)) throw new Error('must be the path of a readable file');
  return value;
};

/** Each attempt but the first has a delay before it. */
export const delays = (value: string): readonly number[] => {
  const seconds = value.split(',').map(Number);
  if (seconds.length !== 4 || seconds.some((one) => !(one > 0 && one <= 86_400))) {
    throw new Error('must be four comma-separated numbers greater than 0 and at most 86400');
  }
  return seconds;
};

/** Every alias must be named: a request may ask for any of them. */
export const models = (value: string): Record<ModelAlias, string> | undefined => {
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
