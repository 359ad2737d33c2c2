import type { SecretKeys } from '../../platform/crypto/sealing.ts';
import { secretsIn } from '../secrets.ts';
import type { WebhookRow } from './outbound.sql.ts';

const { openText, ...secrets } = secretsIn('outbound_webhooks');
export const { replaceSecret, sealText, secretsOf } = secrets;

export const headersOf = (keys: SecretKeys, { id, headers }: WebhookRow): Record<string, string> =>
  JSON.parse(openText(keys, id, headers));
