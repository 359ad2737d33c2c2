import { emitEntry, readRecord } from '../../records/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type Fault, invalid, notFound, ApiError } from '../../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { type Filter, matchesFilter } from '../filters.ts';
import { mayManage } from '../rights.ts';
import { type InboundPreview, InboundEventDetail } from './events.schema.ts';
import { type EventRow, eventsOf, findEvent, inboundEventList } from './events.sql.ts';
import { mappingFaults } from './inbound.faults.ts';
import { storedHeaders } from './inbound.headers.ts';
import { actionSpecs } from './inbound.actions.ts';
import { inbound } from './inbound.handlers.ts';
import { type InboundNames, inboundNames, type InboundRow } from './inbound.sql.ts';
import { processEvent } from './inbound.process.ts';
import { mapCi, mapEvent, type MappedRecord } from './mapping/mapping.ts';
import { actingOwner } from './owner.ts';
import { lookUp, pathOf, type Source } from '../../templates/index.ts';
import { readPayload } from './payload.ts';
import type { MappingContext } from './mapping/render-fields.ts';
import { settingsFor } from './mapping/resolve-when.ts';
import { parse } from '../../platform/http/input/json.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;
type EventRequest = RequestContext<{ id: string; event_id: string }>;

const pickDetail = picker(InboundEventDetail);

const presentNames = ({ id, handle }: InboundNames, { actor }: Pick<RequestContext, 'actor'>) => ({
  webhook_id: mayManage(actor) ? id : null,
  webhook_handle: handle,
});

export async function listInboundEvents(request: IdRequest): Promise<Reply> {
  const webhook = await readRecord(request.deps.db, inbound, request.params.id, request);
  const scope = { key: webhook.id, where: eventsOf(webhook.id) };
  const newestFirst = { sort: 'received_at', order: 'desc' } as const;
  return respondWithList(request, inboundEventList, scope, newestFirst, (rows) =>
    rows.map((row) => ({ ...row, ...presentNames(webhook, request) })),
  );
}

function requireEvent(event: EventRow | undefined, id: string): EventRow {
  if (!event) throw notFound(`Event ${id}`);
  return event;
}

export async function getInboundEvent(request: EventRequest): Promise<Reply> {
  const { deps, params } = request;
  // The events of a deleted webhook stay readable.
  const [names] = await inboundNames(deps.db, [params.id]);
  if (!names) throw notFound(`Event ${params.event_id}`);
  const row = await findEvent(deps.db, names.id, params.event_id);
  const event = requireEvent(row, params.event_id);
  return ok(
    pickDetail({
      ...event,
      ...presentNames(names, request),
      payload: parse(event.payload),
    }),
  );
}

const MAX_ACTUAL_LENGTH = 200;

/** Longer values are omitted. */
const presentActual = (actual: unknown) =>
  actual === undefined || (JSON.stringify(actual) ?? '').length > MAX_ACTUAL_LENGTH
    ? {}
    : { actual };

type Previewer = (webhook: InboundRow, source: Source, request: MappingContext) => object;

const previewers: Record<MappedRecord, Previewer> = {
  incident: (webhook, source, request) => {
    const { incident, dedupKey, warnings } = mapEvent(webhook, source, request);
    return { incident, dedup_key: dedupKey === '' ? null : dedupKey, warnings };
  },
  ci: (webhook, source, request) => ({ ...mapCi(webhook, source, request), dedup_key: null }),
};

const tryFilters = (filters: readonly Filter[], source: Source) =>
  filters.map((filter) => {
    const actual = lookUp(source, pathOf(filter.field));
    return { ...filter, passed: matchesFilter(filter, actual), ...presentActual(actual) };
  });

/** A fault in a setting of the draft gets a pointer into the draft. */
const inDraft = (fault: Fault, draft: object): Fault => {
  const [, name = ''] = fault.pointer.split('/');
  return name in draft ? { ...fault, pointer: `/draft${fault.pointer}` } : fault;
};

export async function previewInbound(request: IdRequest<InboundPreview>): Promise<Reply> {
  const { id } = request.params;
  const { payload, headers = {}, draft = {}, ...overrides } = request.body;
  const stored = await readRecord(request.deps.db, inbound, id, request);
  const webhook = { ...stored, ...overrides, ...draft };
  const faults = mappingFaults(webhook, request.fields, stored);
  if (faults.length > 0) throw invalid(faults.map((fault) => inDraft(fault, draft)));
  const source = { payload, headers: storedHeaders(headers) };
  const filters = tryFilters(webhook.filters, source);
  const settings = settingsFor(webhook, source);
  return ok({
    would: filters.every(({ passed }) => passed) ? settings.action : 'be_ignored',
    ...previewers[actionSpecs[settings.action].record](settings, source, request),
    filters,
    resolve_when: tryFilters(webhook.resolve_when, source),
  });
}

/** Uses the current settings of the webhook. The audit entry names the caller; the incident is opened by the owner. */
export async function replayInboundEvent(tx: Tx, request: EventRequest): Promise<Reply> {
  const { id, event_id } = request.params;
  const webhook = await readRecord(tx, inbound, id, request);
  const event = requireEvent(await findEvent(tx, webhook.id, event_id), event_id);
  const owner = actingOwner(request.deps, webhook, request.now);
  if (!owner) {
    throw new ApiError(
      'owner_may_not_act',
      `${webhook.owner}, the owner of the webhook, may no longer ${actionSpecs[webhook.action].right}. A super_admin can name another one with \`owner\`.`,
    );
  }
  await emitEntry(tx, request, inbound, webhook, {
    kind: 'inbound_webhook.event_replayed',
    changes: { event_id: { from: null, to: event_id } },
  });
  const source = { payload: readPayload(event.payload), headers: event.headers };
  const context = { ...request, actor: owner, reach: 'all' as const };
  return processEvent(tx, context, webhook, { source, bytes: event.payload, replayOf: event_id });
}
