// The form of an API key: a prefix that scanners know, 30 characters of chance, a checksum that tells a typo from a stranger.
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

/** 178 bits, so a plain hash is enough to keep. */
export function makeKey(): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(62)]).join('');
  return `${KEY_PREFIX}${random}${base62(crc32(random))}`;
}

const FORM = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM}})([0-9A-Za-z]{${CHECKSUM}})$`);

/** Without asking the database. */
export function isWellFormed(key: string): boolean {
  const [, random = '', checksum] = FORM.exec(key) ?? [];
  return checksum === base62(crc32(random));
}

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Enough to recognise it in a list. */
export const shownPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 4);
