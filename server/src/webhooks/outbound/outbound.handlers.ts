// Handlers of outbound webhooks: list, get, create, update, delete, rotate the secret.
import { isDeepStrictEqual } from 'node:util';
import {
  lockForUpdate,
  readRecord,
  type RecordType,
  removeRecord,
  saveUpdate,
  auditCreated,
} from '../../records/index.ts';
import type { FieldDiff } from '../../events/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import {
  type Reply,
  type RequestContext,
  created,
  ok,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { filterFaults } from '../filters.ts';
import { mayManage } from '../rights.ts';
import { withoutSecrets } from '../secrets.ts';
import { makeSecret } from '../signing.ts';
import { failPendingDeliveries } from './deliveries/deliveries.sql.ts';
import { headerFaults, lowerCased, masked } from './outbound.headers.ts';
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

function presentWebhook(row: WebhookRow, { actor, deps }: CallerContext, secret?: string): Webhook {
  const headers = headersOf(deps.secretKey, row);
  return pick({
    ...row,
    ...(mayManage(actor) ? { headers } : { url: maskedUrl(row.url), headers: masked(headers) }),
    status: row.active ? 'active' : 'inactive',
    secret,
  });
}

/** Validation beyond the schema. */
async function validateWebhook(input: WebhookUpdate, { deps }: CallerContext): Promise<void> {
  const faults: Fault[] = [
    ...(input.url === undefined ? [] : await targetFaults(deps.egress, input.url)),
    ...filterFaults(input.filters ?? []),
    ...headerFaults(input.headers ?? {}),
  ];
  if (faults.length > 0) throw invalid(faults);
}

export const webhookKind: RecordType<WebhookRow> = {
  type: 'outbound_webhook',
  noun: 'Outbound webhook',
  auditedFields: ['name', 'url', 'events', 'filters', 'sign_payloads', 'active', 'timeout_seconds'],
  masks: { url: auditedUrl },
  rows: outboundWebhooks,
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

export const listWebhooks = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    outboundWebhooks.list,
    { key: 'all' },
    { sort: 'created_at', order: 'desc' },
    (rows) => rows.map((row) => presentWebhook(row as unknown as WebhookRow, request)),
  );

export async function getWebhook(request: IdRequest): Promise<Reply> {
  return okRecord(
    presentWebhook(await readRecord(request.deps.db, webhookKind, request.params.id), request),
  );
}

export async function createWebhook(
  tx: Tx,
  request: RequestContext<unknown, unknown, WebhookCreate>,
): Promise<Reply> {
  await validateWebhook(request.body, request);
  const { headers: given, ...input } = { ...defaults, ...request.body };
  const { secretKey } = request.deps;
  const id = await newWebhookId(tx);
  const headers = lowerCased(given);
  const secret = input.sign_payloads ? makeSecret() : undefined;
  const at = request.now.toISOString();
  const row = await outboundWebhooks.insert(tx, {
    ...input,
    id,
    headers: sealText(secretKey, id, JSON.stringify(headers)),
    secret: secret === undefined ? null : sealText(secretKey, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner: request.actor.email,
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, request, webhookKind, row, headerNamesDiff(null, headers));
  return created(request, id, presentWebhook(row, request, secret));
}

export async function updateWebhook(
  tx: Tx,
  incoming: PatchContext<{ id: string }, unknown, WebhookUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, webhookKind);
  const { headers: given, ...input } = request.readPatch(() => presentWebhook(before, request));
  await validateWebhook({ ...input, ...(given && { headers: given }) }, request);
  const { secretKey } = request.deps;
  const oldHeaders = headersOf(secretKey, before);
  const headers = given ? lowerCased(given) : oldHeaders;
  const next = { ...before, ...input };
  const isFirstSecret = next.sign_payloads && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveUpdate(
    tx,
    request,
    webhookKind,
    before,
    {
      ...next,
      headers: sealText(secretKey, before.id, JSON.stringify(headers)),
      ...(secret !== undefined && { secret: sealText(secretKey, before.id, secret) }),
    },
    { also: headerNamesDiff(oldHeaders, headers) },
  );
  return okRecord(presentWebhook(row, request, secret));
}

/** Pending deliveries are marked as failed; all deliveries stay readable. */
export async function deleteWebhook(tx: Tx, incoming: IdRequest): Promise<Reply> {
  const removed = await removeRecord(tx, incoming, webhookKind, withoutSecrets);
  await failPendingDeliveries(tx, removed.id, removed.deleted_at);
  return ok(removed);
}

export async function rotateSecret(tx: Tx, incoming: IdRequest<SecretRotate>): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, webhookKind);
  const { next, response } = replaceSecret(request.deps.secretKey, before, request, request.body);
  await saveUpdate(tx, request, webhookKind, before, next, {
    kind: 'outbound_webhook.secret_rotated',
  });
  return ok(response);
}
