// Headers that a webhook's owner adds to each delivery, and those that are not theirs to set.
import type { Fault } from '../../platform/errors.ts';
import { credentialsIn } from './outbound.url.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE = /^[\t\x20-\x7e]*$/;
const MOST_HEADERS = 20;
const LONGEST_VALUE = 2048;

/** What says who sends what, how long it is and for which hop it is meant. */
const OURS = new Set([
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
]);
const OUR_PREFIXES = ['x-service-', 'webhook-'];

const isOurs = (name: string): boolean =>
  OURS.has(name) || OUR_PREFIXES.some((prefix) => name.startsWith(prefix));

type Rule = (name: string, value: string) => [code: Fault['code'], message: string] | undefined;

const rules: Rule[] = [
  (name) =>
    TOKEN.test(name)
      ? undefined
      : ['invalid_format', 'A header name has letters, digits and - only.'],
  (name) =>
    isOurs(name.toLowerCase()) ? ['not_allowed', `${name} is set by the service.`] : undefined,
  (_, value) =>
    VISIBLE.test(value)
      ? undefined
      : ['invalid_characters', 'A header value is visible ASCII on one line.'],
  (_, value) =>
    value.length > LONGEST_VALUE
      ? ['too_long', `A header value has at most ${LONGEST_VALUE} characters.`]
      : undefined,
];

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

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
    const pointer = `/headers/${escaped(name)}`;
    const lower = name.toLowerCase();
    if (seen.has(lower)) return [fault(pointer, 'not_allowed', `${name} is there twice.`)];
    seen.add(lower);
    const broken = rules.map((rule) => rule(name, headers[name] ?? '')).find(Boolean);
    return broken ? [fault(pointer, ...broken)] : [];
  });
  return names.length > MOST_HEADERS
    ? [
        fault('/headers', 'too_many', `headers must have at most ${MOST_HEADERS} members.`),
        ...found,
      ]
    : found;
}

/** Lower case, so that no second spelling of a name of ours slips in. */
export const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Their values may be credentials: who does not manage webhooks sees that they are there. */
export const masked = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, '***']));

/** Shorter ones are no credentials, and words of every answer perhaps. */
const SHORTEST_CREDENTIAL = 8;

/**
 * There are receivers that repeat what they were sent, and what they say is kept for people to read. A credential is
 * looked for whole and without its scheme.
 */
export function concealing(headers: Record<string, string>, url: string): (text: string) => string {
  const all = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  const values = all.filter((one) => one.length >= SHORTEST_CREDENTIAL);
  const hidden = [...new Set([...values, ...credentialsIn(url)])];
  return (text) => hidden.reduce((rest, one) => rest.replaceAll(one, '***'), text);
}
