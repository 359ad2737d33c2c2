// Outbound webhooks, managed: made, shown, changed, removed; their secrets made and shown once.
import { isDeepStrictEqual } from 'node:util';
import {
  hold,
  readRecord,
  type RecordKind,
  removeRecord,
  saveChange,
  tellCreated,
} from '../../records/index.ts';
import type { Changes } from '../../events/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import {
  type Answer,
  type Call,
  created,
  ok,
  okRecord,
  type PatchCall,
} from '../../platform/http/request/context.ts';
import { answerList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { filterFaults } from '../filters.ts';
import { mayManage } from '../rights.ts';
import { withoutSecrets } from '../secrets.ts';
import { makeSecret } from '../signing.ts';
import { endDeliveriesOf } from './deliveries/deliveries.sql.ts';
import { headerFaults, lowerCased, masked } from './outbound.headers.ts';
import {
  type SecretRotate,
  Webhook,
  type WebhookCreate,
  type WebhookUpdate,
} from './outbound.schema.ts';
import { headersOf, rotated, sealText } from './outbound.secrets.ts';
import { newWebhookId, outboundWebhooks, type WebhookRow } from './outbound.sql.ts';
import { targetFaults } from './outbound.target.ts';
import { auditedUrl, maskedUrl } from './outbound.url.ts';

type IdCall<Body = unknown> = Call<{ id: string }, unknown, Body>;
type Asking = Pick<Call, 'actor' | 'deps'>;

const pick = picker(Webhook);

const defaults = {
  filters: [],
  headers: {},
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
};

function presentWebhook(row: WebhookRow, { actor, deps }: Asking, secret?: string): Webhook {
  const headers = headersOf(deps.secretKey, row);
  return pick({
    ...row,
    ...(mayManage(actor) ? { headers } : { url: maskedUrl(row.url), headers: masked(headers) }),
    status: row.active ? 'active' : 'inactive',
    secret,
  });
}

/** What a schema cannot say of a webhook. */
async function requireFit(input: WebhookUpdate, { deps }: Asking): Promise<void> {
  const faults: Fault[] = [
    ...(input.url === undefined ? [] : await targetFaults(deps.egress, input.url)),
    ...filterFaults(input.filters ?? []),
    ...headerFaults(input.headers ?? {}),
  ];
  if (faults.length > 0) throw invalid(faults);
}

export const webhookKind: RecordKind<WebhookRow> = {
  type: 'outbound_webhook',
  noun: 'Outbound webhook',
  told: ['name', 'url', 'events', 'filters', 'sign_payloads', 'active', 'timeout_seconds'],
  masks: { url: auditedUrl },
  rows: outboundWebhooks,
};

/** Entries tell which headers there are, never what they say. */
const headersTold = (
  before: Record<string, string> | null,
  after: Record<string, string>,
): Changes => {
  const names = (headers: object) => Object.keys(headers).toSorted();
  return isDeepStrictEqual(before, after)
    ? {}
    : { headers: { from: before && names(before), to: names(after) } };
};

export const listWebhooks = (call: Call): Promise<Answer> =>
  answerList(
    call,
    outboundWebhooks.list,
    { key: 'all' },
    { sort: 'created_at', order: 'desc' },
    (rows) => rows.map((row) => presentWebhook(row as unknown as WebhookRow, call)),
  );

export async function getWebhook(call: IdCall): Promise<Answer> {
  return okRecord(
    presentWebhook(await readRecord(call.deps.db, webhookKind, call.params.id), call),
  );
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
  const row = await outboundWebhooks.insert(tx, {
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
  await tellCreated(tx, call, webhookKind, row, headersTold(null, headers));
  return created(call, id, presentWebhook(row, call, secret));
}

export async function updateWebhook(
  tx: Tx,
  asked: PatchCall<{ id: string }, unknown, WebhookUpdate>,
): Promise<Answer> {
  const { before, call } = await hold(tx, asked, webhookKind);
  const { headers: given, ...input } = call.judge(() => presentWebhook(before, call));
  await requireFit({ ...input, ...(given && { headers: given }) }, call);
  const { secretKey } = call.deps;
  const oldHeaders = headersOf(secretKey, before);
  const headers = given ? lowerCased(given) : oldHeaders;
  const wanted = { ...before, ...input };
  const isFirstSecret = wanted.sign_payloads && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveChange(
    tx,
    call,
    webhookKind,
    before,
    {
      ...wanted,
      headers: sealText(secretKey, before.id, JSON.stringify(headers)),
      ...(secret !== undefined && { secret: sealText(secretKey, before.id, secret) }),
    },
    { also: headersTold(oldHeaders, headers) },
  );
  return okRecord(presentWebhook(row, call, secret));
}

/** What was still to be sent ends here; what was sent stays to be read. */
export async function deleteWebhook(tx: Tx, asked: IdCall): Promise<Answer> {
  const removed = await removeRecord(tx, asked, webhookKind, withoutSecrets);
  await endDeliveriesOf(tx, removed.id, removed.deleted_at);
  return ok(removed);
}

export async function rotateSecret(tx: Tx, asked: IdCall<SecretRotate>): Promise<Answer> {
  const { before, call } = await hold(tx, asked, webhookKind);
  const { wanted, shown } = rotated(call.deps.secretKey, before, call, call.body);
  await saveChange(tx, call, webhookKind, before, wanted, {
    kind: 'outbound_webhook.secret_rotated',
  });
  return ok(shown);
}
