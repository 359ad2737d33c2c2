// What an event does: filtered, known, mapped, then one action, then its line in the log; all in one transaction.
import { hash } from 'node:crypto';
import { createIncident, recordOccurrence, resolveIncident } from '../../incidents/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Context } from '../../platform/context.ts';
import type { Reply } from '../../platform/http/request/context.ts';
import { failingFilter, type Filter } from '../filters.ts';
import {
  claimDelivery,
  findDelivered,
  giveUpDelivery,
  insertEvent,
  lockKey,
  type NewEvent,
  setKey,
} from './events.sql.ts';
import type { Action } from './inbound.schema.ts';
import type { InboundRow } from './inbound.sql.ts';
import { mapEvent, type Mapped } from './mapping/mapping.ts';
import { lookUp, pathOf, type Source } from './mapping/paths.ts';
import { truncate } from './mapping/pipes.ts';

export interface Received {
  source: Source;
  bytes: Buffer;
  deliveryId?: string | undefined;
  replayOf?: string;
  /** Another incident of the owner has the external id that this one would get. */
  withoutExternalId?: boolean;
}

type Outcome = Pick<NewEvent, 'status'> & {
  incident_id?: string | null;
  occurrences?: number | null;
  reason?: string;
  filter?: Filter;
};

const LONGEST_KEY = 255;
const LONGEST_QUOTE = 4000;

/** A longer one is as good by its digest; cut short, it would be the key of others too. */
const storedKey = (key: string): string =>
  key.length > LONGEST_KEY ? `sha256:${hash('sha256', key, 'hex')}` : key;

const quoted = ({ incident }: Mapped): string =>
  truncate(
    [incident.short_description, incident.description ?? ''].join('\n\n').trim(),
    LONGEST_QUOTE,
  );

type Doing = (tx: Tx, context: Context, webhook: InboundRow, mapped: Mapped) => Promise<Outcome>;

async function open(tx: Tx, context: Context, mapped: Mapped): Promise<Outcome> {
  const { id, occurrences } = await createIncident(tx, context, mapped.incident);
  return { status: 'created', incident_id: id, occurrences };
}

const create: Doing = async (tx, context, webhook, mapped) => {
  const { dedupKey: key } = mapped;
  if (key === '') return open(tx, context, mapped);
  const known = await lockKey(tx, key, context.now);
  const note = `Reported again by ${webhook.name}:\n\n${quoted(mapped)}`;
  const again = known && (await recordOccurrence(tx, context, known, note));
  if (again)
    return { status: 'deduplicated', incident_id: again.id, occurrences: again.occurrences };
  const opened = await open(tx, context, mapped);
  await setKey(tx, key, opened.incident_id ?? '');
  return opened;
};

const resolve: Doing = async (tx, context, webhook, { dedupKey: key, incident }) => {
  if (key === '') return { status: 'ignored', reason: 'The dedup_key of this event is empty.' };
  const known = await lockKey(tx, key, context.now);
  const resolution = incident.resolution ?? undefined;
  const resolved =
    known &&
    (await resolveIncident(tx, context, known, {
      work_note: `Resolved by ${webhook.name}.`,
      ...(resolution !== undefined && { resolution }),
    }));
  return resolved
    ? { status: 'resolved', incident_id: resolved.id, occurrences: resolved.occurrences }
    : { status: 'ignored', reason: 'No open incident has this dedup_key.' };
};

const doings: Record<Action, Doing> = { create_incident: create, resolve_incident: resolve };

const ignoredBy = (filter: Filter): Outcome => ({
  status: 'ignored',
  filter,
  reason: `The filter on ${filter.field} (${filter.operator}) did not hold.`,
});

const mappedOf = (webhook: InboundRow, { source, withoutExternalId }: Received): Mapped => {
  const mapped = mapEvent(webhook, source);
  if (withoutExternalId !== true) return mapped;
  const { external_id: _, ...incident } = mapped.incident;
  const message = 'Another incident of the owner has it; it is left out.';
  const warnings = [
    ...mapped.warnings,
    { field: 'external_id', code: 'left_out' as const, message },
  ];
  return { ...mapped, incident, warnings };
};

async function readPatch(tx: Tx, cause: Context, webhook: InboundRow, received: Received) {
  const { source, deliveryId } = received;
  const failing = failingFilter(webhook.filters, (field) => lookUp(source, pathOf(field)));
  // What was ignored had no effect: sent again, perhaps after a filter was mended, it is judged again.
  if (failing) return { outcome: ignoredBy(failing) };
  const delivery = deliveryId === undefined ? undefined : { webhookId: webhook.id, deliveryId };
  const eventId = delivery && (await claimDelivery(tx, { ...delivery, at: cause.now }));
  if (delivery && eventId === undefined) {
    const outcome: Outcome = { status: 'deduplicated', ...(await findDelivered(tx, delivery)) };
    return { outcome };
  }
  const mapped = mappedOf(webhook, received);
  const keyed = { ...mapped, dedupKey: storedKey(mapped.dedupKey) };
  const outcome = await doings[webhook.action](tx, cause, webhook, keyed);
  if (delivery && outcome.status === 'ignored') await giveUpDelivery(tx, delivery);
  return { outcome, mapped: keyed, eventId };
}

/** The webhook is known, and what came is genuine. */
export async function takeEvent(
  tx: Tx,
  cause: Context,
  webhook: InboundRow,
  received: Received,
): Promise<Reply> {
  const { outcome, mapped, eventId } = await readPatch(tx, cause, webhook, received);
  const { status, incident_id = null, occurrences = null, reason = null, filter } = outcome;
  const warnings = mapped?.warnings ?? [];
  const event_id = await insertEvent(tx, {
    ...(eventId !== undefined && { id: eventId }),
    webhook_id: webhook.id,
    received_at: cause.now.toISOString(),
    status,
    incident_id,
    occurrences,
    delivery_id: received.deliveryId ?? null,
    dedup_key: mapped?.dedupKey || null,
    reason,
    mapping_warnings: warnings,
    request_id: cause.requestId,
    replay_of: received.replayOf ?? null,
    headers: { ...received.source.headers },
    payload: received.bytes,
  });
  return {
    status: status === 'created' ? 201 : 200,
    body: {
      event_id,
      status,
      ...(incident_id !== null && { incident_id }),
      ...(occurrences !== null && { occurrences }),
      ...(filter && { filter }),
      ...(reason !== null && { reason }),
      ...(warnings.length > 0 && { mapping_warnings: warnings }),
    },
  };
}
