// Processes one event in one transaction: filter, deduplicate, map, run the webhook's action, store the event.
import { hash } from 'node:crypto';
import { upsertCi } from '../../cmdb/index.ts';
import { findAssignmentFaults } from '../../identity/index.ts';
import {
  createIncident,
  type IncidentCreate,
  incidents,
  recordOccurrence,
  resolveIncident,
} from '../../incidents/index.ts';
import { ApiError } from '../../platform/errors.ts';
import { inSavepoint } from '../../platform/postgres/statements.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Context } from '../../platform/context.ts';
import type { Reply } from '../../platform/http/request/context.ts';
import type { Filter } from '../filters.ts';
import {
  claimDelivery,
  findFirstOutcome,
  releaseDelivery,
  insertEvent,
  lockKey,
  type NewEvent,
  setKey,
} from './events.sql.ts';
import type { Action } from './inbound.actions.ts';
import type { InboundRow } from './inbound.sql.ts';
import { mapCi, mapEvent, type MappedEvent } from './mapping/mapping.ts';
import { type Source, truncate } from '../../templates/index.ts';
import type { Warning } from './mapping/adapt-text.ts';
import { settingsFor, unmatchedFilter } from './mapping/resolve-when.ts';

export interface InboundEvent {
  source: Source;
  bytes: Buffer;
  deliveryId?: string | undefined;
  replayOf?: string;
  /** The external id is omitted if another incident of the owner already has it. */
  withoutExternalId?: boolean;
}

type Outcome = Pick<NewEvent, 'status'> & {
  incident_id?: string | null;
  ci_id?: string | null;
  occurrences?: number | null;
  reason?: string;
  filter?: Filter;
};

const MAX_KEY_LENGTH = 255;
const MAX_QUOTE_LENGTH = 4000;

/** A longer key is stored as its digest: truncated, it could collide with other keys. */
const storedKey = (key: string): string =>
  key.length > MAX_KEY_LENGTH ? `sha256:${hash('sha256', key, 'hex')}` : key;

const quoteReport = ({ incident }: MappedEvent): string =>
  truncate(
    [incident.short_description, incident.description ?? ''].join('\n\n').trim(),
    MAX_QUOTE_LENGTH,
  );

type IncidentAction = (
  tx: Tx,
  context: Context,
  webhook: InboundRow,
  mapped: MappedEvent,
) => Promise<Outcome>;

/** These parts of the mapping are stored with the outcome. */
interface Applied {
  outcome: Outcome;
  mapped?: { dedupKey?: string; warnings: Warning[] };
}

type ActionHandler = (
  tx: Tx,
  context: Context,
  webhook: InboundRow,
  event: InboundEvent,
) => Promise<Applied>;

async function open(tx: Tx, context: Context, mapped: MappedEvent): Promise<Outcome> {
  const { id, occurrences } = await createIncident(tx, context, mapped.incident);
  return { status: 'created', incident_id: id, occurrences };
}

const create: IncidentAction = async (tx, context, webhook, mapped) => {
  const { dedupKey: key } = mapped;
  if (key === '') return open(tx, context, mapped);
  const known = await lockKey(tx, key, context.now);
  const note = `Reported again by ${webhook.name}:\n\n${quoteReport(mapped)}`;
  const again = known && (await recordOccurrence(tx, context, known, note));
  if (again)
    return { status: 'deduplicated', incident_id: again.id, occurrences: again.occurrences };
  const opened = await open(tx, context, mapped);
  await setKey(tx, key, opened.incident_id ?? '');
  return opened;
};

const resolve: IncidentAction = async (tx, context, webhook, { dedupKey: key, incident }) => {
  if (key === '')
    return {
      status: 'ignored',
      reason:
        'The dedup_key rendered empty, so there is no incident to find. Check its template with preview.',
    };
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

/** An event that does not identify one CI is stored with the reason; the sender could not fix it by a retry. */
const writeCi: ActionHandler = async (tx, context, webhook, { source }) => {
  const mapped = mapCi(webhook, source, context);
  try {
    const { id, isNew } = await inSavepoint(tx, () => upsertCi(tx, context, mapped.ci));
    return { outcome: { status: isNew ? 'created' : 'updated', ci_id: id }, mapped };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { outcome: { status: 'ignored', reason: error.message }, mapped };
  }
};

const unmatchedOutcome = (filter: Filter): Outcome => ({
  status: 'ignored',
  filter,
  reason: `The filter on ${filter.field} (${filter.operator}) did not match.`,
});

const mapEventFor = (
  context: Context,
  webhook: InboundRow,
  { source, withoutExternalId }: InboundEvent,
): MappedEvent => {
  const mapped = mapEvent(webhook, source, context);
  if (withoutExternalId !== true) return mapped;
  const { external_id: _, ...incident } = mapped.incident;
  const message = 'Another incident of the owner already has this value; it was omitted.';
  const warnings = [
    ...mapped.warnings,
    { field: 'external_id', code: 'left_out' as const, message },
  ];
  return { ...mapped, incident, warnings };
};

/** An alert is never lost: with the setting `assignable_only`, it loses an assignee or a group that would be refused. */
async function omitUnassignable(
  tx: Tx,
  context: Context,
  mapped: MappedEvent,
): Promise<MappedEvent> {
  if (!context.settings.assignable_only) return mapped;
  const faults = await findAssignmentFaults(tx, context, incidents, mapped.incident);
  const warnings = faults.map(({ pointer, message }) => ({
    field: pointer.slice(1),
    code: 'left_out' as const,
    message,
  }));
  const fields = Object.entries(mapped.incident).filter(
    ([name]) => !warnings.some(({ field }) => field === name),
  );
  return {
    ...mapped,
    incident: Object.fromEntries(fields) as IncidentCreate,
    warnings: [...mapped.warnings, ...warnings],
  };
}

const onIncident =
  (action: IncidentAction): ActionHandler =>
  async (tx, context, webhook, event) => {
    const mapped = await omitUnassignable(tx, context, mapEventFor(context, webhook, event));
    const keyed = { ...mapped, dedupKey: storedKey(mapped.dedupKey) };
    return { outcome: await action(tx, context, webhook, keyed), mapped: keyed };
  };

const actionHandlers: Record<Action, ActionHandler> = {
  create_incident: onIncident(create),
  resolve_incident: onIncident(resolve),
  upsert_ci: writeCi,
};

async function applyEvent(
  tx: Tx,
  context: Context,
  webhook: InboundRow,
  event: InboundEvent,
): Promise<Applied & { eventId?: string | undefined }> {
  const { source, deliveryId } = event;
  const failing = unmatchedFilter(webhook.filters, source);
  // The delivery id of an ignored event is not remembered: a resend, perhaps after a filter was fixed, is processed.
  if (failing) return { outcome: unmatchedOutcome(failing) };
  const delivery = deliveryId === undefined ? undefined : { webhookId: webhook.id, deliveryId };
  const eventId = delivery && (await claimDelivery(tx, { ...delivery, at: context.now }));
  if (delivery && eventId === undefined) {
    const outcome: Outcome = { status: 'deduplicated', ...(await findFirstOutcome(tx, delivery)) };
    return { outcome };
  }
  const settings = settingsFor(webhook, source);
  const applied = await actionHandlers[settings.action](tx, context, settings, event);
  if (delivery && applied.outcome.status === 'ignored') await releaseDelivery(tx, delivery);
  return { ...applied, eventId };
}

/** The caller has authenticated the event. */
export async function processEvent(
  tx: Tx,
  context: Context,
  webhook: InboundRow,
  event: InboundEvent,
): Promise<Reply> {
  const { outcome, mapped, eventId } = await applyEvent(tx, context, webhook, event);
  const { status, incident_id = null, ci_id = null, occurrences = null } = outcome;
  const { reason = null, filter } = outcome;
  const warnings = mapped?.warnings ?? [];
  const event_id = await insertEvent(tx, {
    ...(eventId !== undefined && { id: eventId }),
    webhook_id: webhook.id,
    received_at: context.now.toISOString(),
    status,
    incident_id,
    ci_id,
    occurrences,
    delivery_id: event.deliveryId ?? null,
    dedup_key: mapped?.dedupKey || null,
    reason,
    mapping_warnings: warnings,
    request_id: context.requestId,
    replay_of: event.replayOf ?? null,
    headers: { ...event.source.headers },
    payload: event.bytes,
  });
  return {
    status: status === 'created' ? 201 : 200,
    body: {
      event_id,
      status,
      ...(incident_id !== null && { incident_id }),
      ...(ci_id !== null && { ci_id }),
      ...(occurrences !== null && { occurrences }),
      ...(filter && { filter }),
      ...(reason !== null && { reason }),
      ...(warnings.length > 0 && { mapping_warnings: warnings }),
    },
  };
}
