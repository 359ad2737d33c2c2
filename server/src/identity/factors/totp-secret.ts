// Keys of authenticator apps are encrypted in their row: in `verifications` while the app is set up, then in `factors`.
import { open, rowIdOf, seal, type SecretKeys } from '../../platform/crypto/sealing.ts';

type Table = 'verifications' | 'factors';

export const sealTotpSecret = (
  keys: SecretKeys,
  table: Table,
  id: string,
  secret: Uint8Array,
): Buffer => seal(keys, rowIdOf(table, id), secret);

export const openTotpSecret = (
  keys: SecretKeys,
  table: Table,
  id: string,
  sealed: Buffer,
): Buffer => open(keys, rowIdOf(table, id), sealed);
