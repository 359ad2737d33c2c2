// What is sealed in a webhook's row: its headers and its secrets.
import { open, rowIdOf, seal, type SecretKey } from '../../platform/secrets.ts';
import type { WebhookRow } from './outbound.sql.ts';

const rowOf = (id: string): string => rowIdOf('outbound_webhooks', id);

export const sealText = (key: SecretKey, id: string, text: string): Buffer =>
  seal(key, rowOf(id), Buffer.from(text));

const openText = (key: SecretKey, id: string, sealed: Buffer): string =>
  open(key, rowOf(id), sealed).toString();

export const headersOf = (key: SecretKey, { id, headers }: WebhookRow): Record<string, string> =>
  JSON.parse(openText(key, id, headers));

/** Opens them once; what it gives says which sign at a time: the newest first, the one before while its grace lasts. */
export function secretsOf(key: SecretKey, row: WebhookRow): (now: Date) => string[] {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row;
  const newest = secret ? [openText(key, id, secret)] : [];
  const older = previous && until ? [openText(key, id, previous)] : [];
  const graceEnds = Date.parse(until ?? '');
  return (now) => (now.getTime() < graceEnds ? [...newest, ...older] : newest);
}
