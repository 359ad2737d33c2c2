// Inbound webhooks, managed: made, shown, changed, removed; their secrets made and shown once.
import { randomBytes } from 'node:crypto';
import {
  lockForUpdate,
  readRecord,
  type RecordType,
  removeRecord,
  saveUpdate,
  auditCreated,
} from '../../records/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { invalid } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
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
import { mayManage } from '../rights.ts';
import { withoutSecrets } from '../secrets.ts';
import { makeSecret } from '../signing.ts';
import { mappingFaults } from './inbound.faults.ts';
import {
  Inbound,
  type InboundCreate,
  type InboundSecretRotate,
  type InboundUpdate,
} from './inbound.schema.ts';
import { rotated, sealText } from './inbound.secrets.ts';
import { type InboundRow, inboundWebhooks, managedInbound } from './inbound.sql.ts';
import { API_ROOT } from '../../platform/http/request/request-url.ts';

type IdCall<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

const pick = picker(Inbound);

/** It is enough to post to an unsigned webhook, so it must not be guessable. */
const newId = (): string => `wh_in_${randomBytes(16).toString('hex')}`;

const defaults = {
  description: null,
  action: 'create_incident',
  field_mapping: {},
  filters: [],
  dedup_key: null,
  secret_enabled: true,
  active: true,
} as const;

/**
 * Who posts to an unsigned webhook acts as its owner, so only managers see id and url. The url is that of the contract, without a version: it is
 * written into other systems and stays.
 */
const presentInbound = (
  row: InboundRow,
  { baseUrl, actor }: Pick<Context, 'baseUrl' | 'actor'>,
  secret?: string,
): Inbound => {
  const address = { id: row.id, url: `${baseUrl}${API_ROOT}/webhooks/inbound/${row.id}` };
  return pick({ ...row, ...(mayManage(actor) ? address : { id: null, url: null }), secret });
};

function requireFit(row: Parameters<typeof mappingFaults>[0]): void {
  const faults = mappingFaults(row);
  if (faults.length > 0) throw invalid(faults);
}

export const inboundKind: RecordType<InboundRow> = {
  type: 'inbound_webhook',
  noun: 'Inbound webhook',
  auditedFields: [
    'name',
    'description',
    'action',
    'field_mapping',
    'filters',
    'dedup_key',
    'secret_enabled',
    'active',
  ],
  auditId: ({ handle }) => handle,
  rows: managedInbound,
};

export const listInbound = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    inboundWebhooks.list,
    { key: 'all' },
    { sort: 'created_at', order: 'desc' },
    (rows) => rows.map((row) => presentInbound(row as unknown as InboundRow, request)),
  );

export async function getInbound(request: IdCall): Promise<Reply> {
  return okRecord(
    presentInbound(await readRecord(request.deps.db, inboundKind, request.params.id), request),
  );
}

export async function createInbound(
  tx: Tx,
  request: RequestContext<unknown, unknown, InboundCreate>,
): Promise<Reply> {
  const input = { ...defaults, ...request.body, filters: [...(request.body.filters ?? [])] };
  requireFit(input);
  const { actor } = request;
  const id = newId();
  const secret = input.secret_enabled ? makeSecret() : undefined;
  const at = request.now.toISOString();
  const row = await inboundWebhooks.insert(tx, {
    ...input,
    id,
    secret: secret === undefined ? null : sealText(request.deps.secretKey, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner_id: actor.id,
    owner: actor.email,
    owner_roles: [...actor.roles],
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, request, inboundKind, row);
  return created(request, id, presentInbound(row, request, secret));
}

export async function updateInbound(
  tx: Tx,
  asked: PatchContext<{ id: string }, unknown, InboundUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, asked, inboundKind);
  const wanted = { ...before, ...request.readPatch(() => presentInbound(before, request)) };
  requireFit(wanted);
  const isFirstSecret = wanted.secret_enabled && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveUpdate(tx, request, inboundKind, before, {
    ...wanted,
    ...(secret !== undefined && { secret: sealText(request.deps.secretKey, before.id, secret) }),
  });
  return okRecord(presentInbound(row, request, secret));
}

/** Its events stay for as long as events are kept. */
export async function deleteInbound(tx: Tx, asked: IdCall): Promise<Reply> {
  return ok(await removeRecord(tx, asked, inboundKind, withoutSecrets));
}

export async function rotateInboundSecret(
  tx: Tx,
  asked: IdCall<InboundSecretRotate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, asked, inboundKind);
  const { wanted, shown } = rotated(request.deps.secretKey, before, request, request.body);
  await saveUpdate(tx, request, inboundKind, before, wanted, {
    kind: 'inbound_webhook.secret_rotated',
  });
  return ok(shown);
}
