// An API key has a prefix for secret scanners, 30 random characters, and a checksum that detects typing errors.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = 'sbk_';
const RANDOM = 30;
const CHECKSUM = 6;

const base62 = (number: number): string => {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(CHECKSUM, '0');
};

/** The key has 178 random bits, so storing a plain hash is safe. */
export function makeKey(): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(62)]).join('');
  return `${KEY_PREFIX}${random}${base62(crc32(random))}`;
}

const FORM = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM}})([0-9A-Za-z]{${CHECKSUM}})$`);

/** Refuses mistyped keys without a database query. */
export function isWellFormed(key: string): boolean {
  const [, random = '', checksum] = FORM.exec(key) ?? [];
  return checksum === base62(crc32(random));
}

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Lists show only this part of a key. */
export const shownPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 4);
