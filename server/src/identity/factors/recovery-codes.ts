// Recovery codes replace a lost factor. Each has 80 random bits, so a hash without a key protects them at rest.
import { hash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

const COUNT = 10;
const BYTES = 10;

const newCode = (): string =>
  (new Secret({ buffer: Uint8Array.from(randomBytes(BYTES)).buffer }).base32.match(/.{4}/g) ?? [])
    .join('-')
    .toLowerCase();

export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Case, spaces and hyphens do not matter. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.replaceAll(/[\s-]/g, '').toLowerCase(), 'base64url');
