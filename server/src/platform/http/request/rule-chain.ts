// A chain of writes in which rules ran leaves the service with webhooks and mail, and comes back with what they cause. Its MAC
// proves that the service wrote it: a forged chain would stop rules.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ChainLink } from '../../context.ts';

/** The name is in lower case, as Node and the parser of mail give it. */
export const CHAIN_HEADER = 'x-signalbox-chain';

const MAX_LINKS = 10;
const MAX_RULES = 20;
/** Mail servers and proxies pass headers of this length on. */
const MAX_LENGTH = 2048;
const MAC_BYTES = 16;

/** Returns a chain as JSON for its column; null for an empty one. */
export const chainText = (chain: readonly ChainLink[] | undefined): string | null =>
  chain && chain.length > 0 ? JSON.stringify(chain) : null;

const none: readonly ChainLink[] = [];

/** Each rule is written once, with its position in the links: a loop runs the same rules again and again. */
type Written = [rules: string[], links: [record: string, rules: number[]][]];

function toWritten(chain: readonly ChainLink[]): Written {
  const rules = [...new Set(chain.flatMap((link) => link.rules))];
  return [rules, chain.map((link) => [link.record, link.rules.map((rule) => rules.indexOf(rule))])];
}

const fromWritten = ([rules, links]: Written): ChainLink[] =>
  links.map(([record, positions]) => ({
    record,
    rules: positions.map((position) => rules[position] ?? ''),
  }));

const macOf = (key: KeyObject, payload: string): Buffer =>
  createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES);

function headerOf(chain: readonly ChainLink[], key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(toWritten(chain))).toString('base64url');
  return `${payload}.${macOf(key, payload).toString('base64url')}`;
}

/** Returns undefined for an empty chain. The newest links are kept of one that is too long, because a loop repeats them. */
export function writeChain(
  chain: readonly ChainLink[] | null | undefined,
  key: KeyObject,
): string | undefined {
  if (!chain) return undefined;
  let newest = chain
    .slice(-MAX_LINKS)
    .map(({ record, rules }) => ({ record, rules: rules.slice(0, MAX_RULES) }));
  while (newest.length > 0) {
    const header = headerOf(newest, key);
    if (header.length <= MAX_LENGTH) return header;
    newest = newest.slice(1);
  }
  return undefined;
}

/**
 * Returns the chain that this service has written by one of the keys; an empty one for any other header. The content needs
 * no validation, because its MAC is verified first.
 */
export function readChain(header: unknown, ...keys: readonly KeyObject[]): readonly ChainLink[] {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return none;
  const [payload = '', given = '', ...others] = header.split('.');
  const mac = Buffer.from(given, 'base64url');
  if (others.length > 0 || mac.length !== MAC_BYTES) return none;
  return keys.some((key) => timingSafeEqual(mac, macOf(key, payload)))
    ? fromWritten(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    : none;
}
