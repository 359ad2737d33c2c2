// The secrets that sign what comes to a webhook.
import { open, rowIdOf, seal, type SecretKey } from '../../platform/secrets.ts';
import type { InboundRow } from './inbound.sql.ts';

const rowOf = (id: string): string => rowIdOf('inbound_webhooks', id);

export const sealSecret = (key: SecretKey, id: string, secret: string): Buffer =>
  seal(key, rowOf(id), Buffer.from(secret));

/** The newest first, and the one before while its grace lasts. */
export function acceptedSecrets(key: SecretKey, row: InboundRow, now: Date): string[] {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row;
  const isInGrace = previous && until && Date.parse(until) > now.getTime();
  return [secret, isInGrace ? previous : null].flatMap((sealed) =>
    sealed ? [open(key, rowOf(id), sealed).toString()] : [],
  );
}
