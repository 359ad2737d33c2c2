// The health of a webhook follows from its deliveries of the last 24 hours.
import Type from 'typebox';
import type { RequestContext } from '../../../platform/http/request/context.ts';
import { nullable, object, oneOf } from '../../../platform/http/input/schema.ts';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';
import { countRecent, type DeliveryCounts } from './health.sql.ts';

export const Health = object(
  {
    status: oneOf(['ok', 'failing', 'idle'], {
      description:
        'Covers the last 24 hours. `failing`: the newest attempted delivery has not been delivered, or fewer than half of the finished ones were. `idle`: none was attempted.',
    }),
    success_share_24h: nullable(
      Type.Number({
        description:
          'Delivered divided by finished deliveries, of the newest 500; null if none finished.',
      }),
    ),
    last_failure_at: nullable(
      Type.String({ format: 'date-time', description: 'When a delivery last failed for good.' }),
    ),
  },
  { title: 'WebhookHealth' },
);

const DAY_MS = 86_400_000;
const LEAST_SHARE = 0.5;

export const idle = { status: 'idle', success_share_24h: null, last_failure_at: null } as const;

function healthFrom({ delivered, failed, last_failure_at, newest }: DeliveryCounts) {
  if (newest === null) return idle;
  const share = delivered + failed === 0 ? null : delivered / (delivered + failed);
  const isFailing = newest !== 'delivered' || (share !== null && share < LEAST_SHARE);
  return {
    status: isFailing ? 'failing' : 'ok',
    success_share_24h: share,
    last_failure_at,
  } as const;
}

/** Reads the health of all these webhooks in one statement. */
export async function healthOf(
  db: Db | Tx,
  webhookIds: readonly string[],
  { now }: Pick<RequestContext, 'now'>,
): Promise<Map<string, ReturnType<typeof healthFrom>>> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const counts = webhookIds.length === 0 ? [] : await countRecent(db, webhookIds, since);
  return new Map(counts.map((one) => [one.webhook_id, healthFrom(one)]));
}
