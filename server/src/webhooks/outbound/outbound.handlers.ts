import { isDeepStrictEqual } from 'node:util';
import {
  createRecord,
  deleteHandler,
  getHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import type { FieldDiff } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { ApiError, type Fault, invalid } from '../../platform/errors.ts';
import {
  type Reply,
  type RequestContext,
  createdRecord,
  ok,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { type Filter, filterFaults } from '../filters.ts';
import { pathFaults, patternFaults } from './outbound.filters.ts';
import { mayManage } from '../rights.ts';
import { withoutSecrets } from '../secrets.ts';
import { makeSecret } from '../signing.ts';
import { newOwner } from '../owners/new-owner.ts';
import { ownerDiff } from '../owners/owners.schema.ts';
import { failPendingDeliveries } from './deliveries/deliveries.sql.ts';
import { healthOf, idle } from './deliveries/health.ts';
import { enqueueRecovery } from './deliveries/recovery-job.ts';
import { headerFaults, withLowerCaseNames, maskValues } from './outbound.headers.ts';
import {
  type SecretRotate,
  Webhook,
  type WebhookCreate,
  type WebhookUpdate,
} from './outbound.schema.ts';
import { headersOf, replaceSecret, sealText } from './outbound.secrets.ts';
import { newWebhookId, outboundWebhooks, type WebhookRow } from './outbound.sql.ts';
import { targetFaults } from './outbound.target.ts';
import { auditedUrl, maskedUrl } from './outbound.url.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;
type CallerContext = Pick<RequestContext, 'actor' | 'deps'>;

const pick = picker(Webhook);

const defaults = {
  filters: [],
  headers: {},
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
};

type WebhookWithoutHealth = Omit<Webhook, 'health'>;

const statusOf = ({ active, missed_since }: WebhookRow): Webhook['status'] => {
  if (active) return 'active';
  return missed_since === null ? 'inactive' : 'suspended';
};

function presentWebhook(
  row: WebhookRow,
  { actor, deps }: CallerContext,
  secret?: string,
): WebhookWithoutHealth {
  const headers = headersOf(deps.keys, row);
  return pick({
    ...row,
    ...(mayManage(actor) ? { headers } : { url: maskedUrl(row.url), headers: maskValues(headers) }),
    status: statusOf(row),
    secret,
  });
}

/** The health is read from the deliveries. */
const presentWithHealth = async (
  row: WebhookRow,
  request: CallerContext & Pick<RequestContext, 'now'>,
  db: Db | Tx,
): Promise<Webhook> => {
  const health = (await healthOf(db, [row.id], request)).get(row.id) ?? idle;
  return { ...presentWebhook(row, request), health };
};

/** Checks what the schema cannot. */
async function validateWebhook(
  input: WebhookUpdate,
  { events, filters }: { events: readonly string[]; filters: readonly Filter[] },
  { deps, fields }: Pick<RequestContext, 'deps' | 'fields'>,
): Promise<void> {
  const faults: Fault[] = [
    ...(input.url === undefined ? [] : await targetFaults(deps.egress, input.url)),
    ...filterFaults(filters),
    ...patternFaults(input.events ?? []),
    ...pathFaults(events, filters, fields),
    ...headerFaults(input.headers ?? {}),
  ];
  if (faults.length > 0) throw invalid(faults);
}

export const outbound: RecordType<WebhookRow> & { table: typeof outboundWebhooks } = {
  type: 'outbound_webhook',
  noun: 'Outbound webhook',
  path: '/webhooks/outbound',
  table: outboundWebhooks,
  auditedFields: ['name', 'url', 'events', 'filters', 'sign_payloads', 'active', 'timeout_seconds'],
  masks: { url: auditedUrl },
};

/** Audit entries contain the names of headers, never their values. */
const headerNamesDiff = (
  before: Record<string, string> | null,
  after: Record<string, string>,
): FieldDiff => {
  const names = (headers: object) => Object.keys(headers).toSorted();
  return isDeepStrictEqual(before, after)
    ? {}
    : { headers: { from: before && names(before), to: names(after) } };
};

export const listWebhooks = (request: RequestContext): Promise<Reply> => {
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  const scope = { key: 'all' };
  return respondWithList(request, outboundWebhooks.list, scope, newestFirst, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const health = await healthOf(request.deps.db, ids, request);
    return rows.map((row) => ({
      ...presentWebhook(row, request),
      health: health.get(row.id) ?? idle,
    }));
  });
};
export const getWebhook = getHandler(outbound, presentWithHealth);

export async function createWebhook(
  tx: Tx,
  request: RequestContext<unknown, unknown, WebhookCreate>,
): Promise<Reply> {
  const { events, filters = [] } = request.body;
  await validateWebhook(request.body, { events, filters }, request);
  const { headers: sent, ...input } = { ...defaults, ...request.body };
  const { keys } = request.deps;
  const id = await newWebhookId(tx);
  const headers = withLowerCaseNames(sent);
  const secret = input.sign_payloads ? makeSecret() : undefined;
  const at = request.now.toISOString();
  const given = {
    ...input,
    id,
    headers: sealText(keys, id, JSON.stringify(headers)),
    secret: secret === undefined ? null : sealText(keys, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner_id: request.actor.id,
    owner: request.actor.email,
    created_at: at,
    updated_at: at,
  };
  const row = await createRecord(tx, request, outbound, given, headerNamesDiff(null, headers));
  const shown: Webhook = { ...presentWebhook(row, request, secret), health: idle };
  return createdRecord(request, id, shown);
}

/** Returns the columns that a new owner sets. A suspended webhook is resumed, unless the request says otherwise. */
async function resume(
  tx: Tx,
  request: Pick<RequestContext, 'actor' | 'deps' | 'requestId' | 'now'>,
  before: WebhookRow,
  address: string | undefined,
  active: boolean | undefined,
): Promise<Partial<WebhookRow>> {
  const { id, missed_since } = before;
  const isStopped = missed_since !== null;
  const owner = await newOwner(tx, request, { address, current: before.owner, isStopped });
  if (!owner) {
    if (isStopped && active === true)
      throw new ApiError(
        'owner_may_not_act',
        `${before.owner}, the owner of the webhook, was deactivated. A super_admin can name another one with \`owner\`.`,
      );
    return {};
  }
  const isActive = active ?? (isStopped || before.active);
  if (isStopped && isActive) await enqueueRecovery(tx, request, id, missed_since);
  return { owner_id: owner.id, owner: owner.email, active: isActive, missed_since: null };
}

export async function updateWebhook(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, WebhookUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, outbound);
  // Health changes by itself, so the value of an earlier response is accepted.
  const {
    headers: given,
    owner: address,
    ...input
  } = await request.readPatch((sent) => ({
    ...presentWebhook(before, request),
    health: sent['health'],
  }));
  const isRematched = input.events !== undefined || input.filters !== undefined;
  const { events, filters } = { ...before, ...input };
  const matched = { events, filters: isRematched ? filters : [] };
  await validateWebhook({ ...input, ...(given && { headers: given }) }, matched, request);
  const { keys } = request.deps;
  const oldHeaders = headersOf(keys, before);
  const headers = given ? withLowerCaseNames(given) : oldHeaders;
  const resumed = await resume(tx, { ...request, now: context.now }, before, address, input.active);
  const next = { ...before, ...input, ...resumed };
  const isFirstSecret = next.sign_payloads && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveUpdate(
    tx,
    context,
    outbound,
    before,
    {
      ...next,
      headers: sealText(keys, before.id, JSON.stringify(headers)),
      ...(secret !== undefined && { secret: sealText(keys, before.id, secret) }),
    },
    { also: { ...headerNamesDiff(oldHeaders, headers), ...ownerDiff(before, next) } },
  );
  const shown = await presentWithHealth(row, request, tx);
  return okRecord({ ...shown, ...(secret !== undefined && { secret }) });
}

/** Pending deliveries are marked as failed; all deliveries stay readable. */
export const deleteWebhook = deleteHandler(
  outbound,
  withoutSecrets,
  async (tx, { before, context }) => {
    await failPendingDeliveries(tx, before.id, context.now.toISOString());
  },
);

export async function rotateSecret(tx: Tx, request: IdRequest<SecretRotate>): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, outbound);
  const { next, response } = replaceSecret(request.deps.keys, before, context, request.body);
  await saveUpdate(tx, context, outbound, before, next, {
    kind: 'outbound_webhook.secret_rotated',
  });
  return ok(response);
}
