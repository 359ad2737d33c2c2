// Keys and tokens of ours have a prefix for secret scanners, 30 random characters, and a checksum that detects typing errors.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 30;
const CHECKSUM = 6;

const base62 = (number: number): string => {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(CHECKSUM, '0');
};

export interface KeyForm {
  make: () => string;
  /** Refuses mistyped keys without a database query. */
  isWellFormed: (key: string) => boolean;
}

/** A key has 178 random bits, so storing a plain hash is safe. */
export function keyForm(prefix: string): KeyForm {
  const form = new RegExp(`^${prefix}([0-9A-Za-z]{${RANDOM}})([0-9A-Za-z]{${CHECKSUM}})$`);
  return {
    make: () => {
      const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(62)]).join('');
      return `${prefix}${random}${base62(crc32(random))}`;
    },
    isWellFormed: (key) => {
      const [, random = '', checksum] = form.exec(key) ?? [];
      return checksum === base62(crc32(random));
    },
  };
}

const KEY_PREFIX = 'sbk_';

export const { make: makeKey, isWellFormed } = keyForm(KEY_PREFIX);

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Lists show only this part of a key. */
export const shownPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 4);
