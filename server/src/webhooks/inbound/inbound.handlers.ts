// Handlers of inbound webhooks: list, get, create, update, delete, rotate the secret.
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
import { replaceSecret, sealText } from './inbound.secrets.ts';
import { type InboundRow, inboundWebhooks, managedInbound } from './inbound.sql.ts';
import { API_ROOT } from '../../platform/http/request/request-url.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

const pick = picker(Inbound);

/** The id alone is enough to post to an unsigned webhook, so it must not be guessable. */
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
 * A sender to an unsigned webhook acts as its owner, so only callers who manage webhooks see id and URL. The URL is the
 * unversioned one of the contract, because it is configured in other systems and must not change.
 */
const presentInbound = (
  row: InboundRow,
  { baseUrl, actor }: Pick<Context, 'baseUrl' | 'actor'>,
  secret?: string,
): Inbound => {
  const address = { id: row.id, url: `${baseUrl}${API_ROOT}/webhooks/inbound/${row.id}` };
  return pick({ ...row, ...(mayManage(actor) ? address : { id: null, url: null }), secret });
};

function validateMapping(row: Parameters<typeof mappingFaults>[0]): void {
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

export async function getInbound(request: IdRequest): Promise<Reply> {
  return okRecord(
    presentInbound(await readRecord(request.deps.db, inboundKind, request.params.id), request),
  );
}

export async function createInbound(
  tx: Tx,
  request: RequestContext<unknown, unknown, InboundCreate>,
): Promise<Reply> {
  const input = { ...defaults, ...request.body, filters: [...(request.body.filters ?? [])] };
  validateMapping(input);
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
  incoming: PatchContext<{ id: string }, unknown, InboundUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, inboundKind);
  const next = { ...before, ...request.readPatch(() => presentInbound(before, request)) };
  validateMapping(next);
  const isFirstSecret = next.secret_enabled && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveUpdate(tx, request, inboundKind, before, {
    ...next,
    ...(secret !== undefined && { secret: sealText(request.deps.secretKey, before.id, secret) }),
  });
  return okRecord(presentInbound(row, request, secret));
}

/** The webhook's events are kept until their retention ends. */
export async function deleteInbound(tx: Tx, incoming: IdRequest): Promise<Reply> {
  return ok(await removeRecord(tx, incoming, inboundKind, withoutSecrets));
}

export async function rotateInboundSecret(
  tx: Tx,
  incoming: IdRequest<InboundSecretRotate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, inboundKind);
  const { next, response } = replaceSecret(request.deps.secretKey, before, request, request.body);
  await saveUpdate(tx, request, inboundKind, before, next, {
    kind: 'inbound_webhook.secret_rotated',
  });
  return ok(response);
}
