// Custom headers of deliveries cannot override those of the service, and their values are masked, because they may be credentials.
import { CHAIN_HEADER } from '../../platform/http/request/rule-chain.ts';
import type { Fault } from '../../platform/errors.ts';
import { credentialsIn } from './outbound.url.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE = /^[\t\x20-\x7e]*$/;
const MAX_HEADERS = 20;
const MAX_VALUE_LENGTH = 2048;

/** The service or HTTP itself sets these: content, length, hop-by-hop headers and the chain of rules. */
const RESERVED = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  CHAIN_HEADER,
]);
const RESERVED_PREFIXES = ['x-service-', 'webhook-'];

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));

type Rule = (name: string, value: string) => [code: Fault['code'], message: string] | undefined;

const rules: Rule[] = [
  (name) =>
    TOKEN.test(name)
      ? undefined
      : ['invalid_format', 'A header name must be a token (RFC 9110), such as X-Api-Key.'],
  (name) =>
    isReserved(name.toLowerCase())
      ? ['not_allowed', `${name} is set by the service and cannot be overridden.`]
      : undefined,
  (_, value) =>
    VISIBLE.test(value)
      ? undefined
      : ['invalid_characters', 'A header value must be printable ASCII on one line.'],
  (_, value) =>
    value.length > MAX_VALUE_LENGTH
      ? ['too_long', `A header value must have at most ${MAX_VALUE_LENGTH} characters.`]
      : undefined,
];

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const fault = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

export function headerFaults(headers: Record<string, string>): Fault[] {
  const names = Object.keys(headers);
  const seen = new Set<string>();
  const found = names.flatMap((name) => {
    const pointer = `/headers/${escapePointer(name)}`;
    const lower = name.toLowerCase();
    if (seen.has(lower))
      return [
        fault(pointer, 'not_allowed', `${name} is given twice; header names are case-insensitive.`),
      ];
    seen.add(lower);
    const broken = rules.map((rule) => rule(name, headers[name] ?? '')).find(Boolean);
    return broken ? [fault(pointer, ...broken)] : [];
  });
  return names.length > MAX_HEADERS
    ? [fault('/headers', 'too_many', `headers must have at most ${MAX_HEADERS} members.`), ...found]
    : found;
}

/** Names become lower case, so that a reserved one cannot pass in another spelling. */
export const withLowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Values may be credentials, so callers who may not manage webhooks see the names only. */
export const maskValues = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, '***']));

/** Shorter values are unlikely to be credentials, and may be common words. */
const MIN_CREDENTIAL_LENGTH = 8;

/**
 * Returns a function that masks credentials, both whole and without their scheme (such as Bearer): some receivers echo
 * the request in their response, which is stored and shown.
 */
export function credentialMasker(
  headers: Record<string, string>,
  url: string,
): (text: string) => string {
  const all = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  const values = all.filter((one) => one.length >= MIN_CREDENTIAL_LENGTH);
  const hidden = [...new Set([...values, ...credentialsIn(url)])];
  return (text) => hidden.reduce((rest, one) => rest.replaceAll(one, '***'), text);
}
