// Outbound webhooks, managed: made, shown, changed, removed; their secrets made and shown once.
import { isDeepStrictEqual } from 'node:util';
import { type Changes, emit, type EntryKind, fieldsChangedSince } from '../../events/index.ts';
import { may } from '../../identity/index.ts';
import type { Tx } from '../../platform/db.ts';
import { type Fault, invalid, notFound } from '../../platform/errors.ts';
import {
  type Answer,
  type Call,
  created,
  ok,
  okRecord,
  type PatchCall,
} from '../../platform/http/call.ts';
import { requireVersion } from '../../platform/http/etag.ts';
import { answerList } from '../../platform/http/pagination.ts';
import { reachOf } from '../../platform/http/policy.ts';
import { picker } from '../../platform/http/schema.ts';
import { filterFaults } from '../filters.ts';
import { makeSecret } from '../signing.ts';
import { endDeliveriesOf } from './deliveries/deliveries.sql.ts';
import { headerFaults, lowerCased, masked } from './outbound.headers.ts';
import {
  type SecretRotate,
  Webhook,
  type WebhookCreate,
  WebhookDeleted,
  type WebhookUpdate,
} from './outbound.schema.ts';
import { headersOf, sealText } from './outbound.secrets.ts';
import {
  findWebhook,
  insertWebhook,
  lockWebhook,
  markDeleted,
  newWebhookId,
  saveWebhook,
  webhookList,
  type WebhookRow,
} from './outbound.sql.ts';
import { targetFaults } from './outbound.target.ts';

type IdCall<Body = unknown> = Call<{ id: string }, unknown, Body>;
type Asking = Pick<Call, 'actor' | 'deps'>;

const pick = picker(Webhook);
const pickDeleted = picker(WebhookDeleted);

const defaults = {
  filters: [],
  headers: {},
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
};

function presentWebhook(row: WebhookRow, { actor, deps }: Asking, secret?: string): Webhook {
  const headers = headersOf(deps.secretKey, row);
  const isManager = reachOf(may('webhooks.manage'), actor) !== undefined;
  return pick({
    ...row,
    headers: isManager ? headers : masked(headers),
    status: row.active ? 'active' : 'inactive',
    secret,
  });
}

export const requireWebhook = (row: WebhookRow | undefined, id: string): WebhookRow => {
  if (!row) throw notFound(`Outbound webhook ${id}`);
  return row;
};

/** What a schema cannot say of a webhook. */
async function requireFit(input: WebhookUpdate, { deps }: Asking): Promise<void> {
  const faults: Fault[] = [
    ...(input.url === undefined ? [] : await targetFaults(deps.egress, input.url)),
    ...filterFaults(input.filters ?? []),
    ...headerFaults(input.headers ?? {}),
  ];
  if (faults.length > 0) throw invalid(faults);
}

const toldFields = [
  'name',
  'url',
  'events',
  'filters',
  'sign_payloads',
  'active',
  'timeout_seconds',
] as const;

/** The trail tells which headers there are, never what they say. */
const told = (row: WebhookRow, headers: Record<string, string>): Record<string, unknown> => ({
  ...Object.fromEntries(toldFields.map((field) => [field, row[field]])),
  headers: Object.keys(headers).toSorted(),
});

const trail = (
  tx: Tx,
  call: Omit<Call, 'body'>,
  row: WebhookRow,
  kind: EntryKind,
  changes: Changes,
) =>
  emit(tx, call, {
    record: { type: 'outbound_webhook', id: row.id, version: row.version },
    kind,
    changes,
    events: [],
  });

/** As `changesBetween`, for values that are lists. */
const differences = (before: Record<string, unknown>, after: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.keys(after)
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { from: before[name] ?? null, to: after[name] }]),
  );

export const listWebhooks = (call: Call): Promise<Answer> =>
  answerList(call, webhookList, { key: 'all' }, { sort: 'created_at', order: 'desc' }, (rows) =>
    rows.map((row) => presentWebhook(row as unknown as WebhookRow, call)),
  );

export async function getWebhook(call: IdCall): Promise<Answer> {
  const { id } = call.params;
  return okRecord(presentWebhook(requireWebhook(await findWebhook(call.deps.db, id), id), call));
}

export async function createWebhook(
  tx: Tx,
  call: Call<unknown, unknown, WebhookCreate>,
): Promise<Answer> {
  await requireFit(call.body, call);
  const { headers: given, ...input } = { ...defaults, ...call.body };
  const { secretKey } = call.deps;
  const id = await newWebhookId(tx);
  const headers = lowerCased(given);
  const secret = input.sign_payloads ? makeSecret() : undefined;
  const at = call.now.toISOString();
  const row = await insertWebhook(tx, {
    ...input,
    id,
    headers: sealText(secretKey, id, JSON.stringify(headers)),
    secret: secret === undefined ? null : sealText(secretKey, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner: call.actor.email,
    created_at: at,
    updated_at: at,
  });
  await trail(tx, call, row, 'outbound_webhook.created', differences({}, told(row, headers)));
  return created(call, id, presentWebhook(row, call, secret));
}

async function holdWebhook(tx: Tx, call: Pick<IdCall, 'params' | 'ifMatch'>): Promise<WebhookRow> {
  const { id } = call.params;
  const row = requireWebhook(await lockWebhook(tx, id), id);
  await requireVersion(call.ifMatch, row.version, (version) => fieldsChangedSince(tx, id, version));
  return row;
}

export async function updateWebhook(
  tx: Tx,
  call: PatchCall<{ id: string }, unknown, WebhookUpdate>,
): Promise<Answer> {
  const before = await holdWebhook(tx, call);
  const input = call.judge(() => presentWebhook(before, call));
  await requireFit(input, call);
  const { secretKey } = call.deps;
  const { id } = before;
  const { headers: given, ...rest } = input;
  const oldHeaders = headersOf(secretKey, before);
  const headers = given ? lowerCased(given) : oldHeaders;
  const wanted = { ...before, ...rest };
  const isFirstSecret = wanted.sign_payloads && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const [oldNames, newNames] = [oldHeaders, headers].map((all) => Object.keys(all).toSorted());
  const changes = {
    ...differences(told(before, oldHeaders), told(wanted, headers)),
    ...(!isDeepStrictEqual(headers, oldHeaders) && { headers: { from: oldNames, to: newNames } }),
  };
  if (Object.keys(changes).length === 0) return okRecord(presentWebhook(before, call));
  const row = await saveWebhook(tx, {
    ...wanted,
    headers: sealText(secretKey, id, JSON.stringify(headers)),
    ...(secret !== undefined && { secret: sealText(secretKey, id, secret) }),
    version: before.version + 1,
    updated_at: call.now.toISOString(),
  });
  await trail(tx, call, row, 'outbound_webhook.updated', changes);
  return okRecord(presentWebhook(row, call, secret));
}

/** What was still to be sent ends here; what was sent stays to be read. */
export async function deleteWebhook(tx: Tx, call: IdCall): Promise<Answer> {
  const row = await holdWebhook(tx, call);
  const deleted_at = call.now.toISOString();
  await markDeleted(tx, row.id, deleted_at);
  await endDeliveriesOf(tx, row.id, deleted_at);
  await trail(tx, call, { ...row, version: row.version + 1 }, 'outbound_webhook.deleted', {
    deleted: { from: false, to: true },
  });
  return ok(pickDeleted({ id: row.id, deleted: true, deleted_at, deleted_by: call.actor.email }));
}

const DEFAULT_GRACE_SECONDS = 86_400;

export async function rotateSecret(tx: Tx, call: IdCall<SecretRotate>): Promise<Answer> {
  const before = await holdWebhook(tx, call);
  const { grace_seconds: grace = DEFAULT_GRACE_SECONDS } = call.body;
  const secret = makeSecret();
  const until = before.secret && new Date(call.now.getTime() + grace * 1000).toISOString();
  const row = await saveWebhook(tx, {
    ...before,
    secret: sealText(call.deps.secretKey, before.id, secret),
    previous_secret: before.secret,
    previous_secret_until: until,
    version: before.version + 1,
    updated_at: call.now.toISOString(),
  });
  await trail(tx, call, row, 'outbound_webhook.secret_rotated', {});
  return ok({ id: row.id, secret, ...(until && { previous_secret_until: until }) });
}
