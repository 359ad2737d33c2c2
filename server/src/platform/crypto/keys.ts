// Keys for single purposes, derived from ENCRYPTION_KEY, so that one leaked purpose opens no other.
import { hkdfSync } from 'node:crypto';

export type KeyPurpose = 'cursor' | 'secrets' | 'cookies' | 'demonstration-client';

export const deriveKey = (encryptionKey: Buffer, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, '', `signalbox/${purpose}`, 32));
