// Derives one key per purpose from ENCRYPTION_KEY, so that a leaked key does not compromise other purposes.
import { hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'cursor'
  | 'secrets'
  | 'cookies'
  | 'idempotency'
  | 'sign-in-events'
  | 'rule-chain'
  | 'demonstration-client'
  | 'demonstration-user';

export const deriveKey = (encryptionKey: Buffer, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, '', `signalbox/${purpose}`, 32));
