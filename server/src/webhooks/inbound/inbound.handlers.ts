import { randomBytes } from 'node:crypto';
import {
  createRecord,
  deleteHandler,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import { diffFields } from '../../events/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { invalid } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import {
  type Reply,
  type RequestContext,
  createdRecord,
  ok,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { newOwner } from '../owners/new-owner.ts';
import { ownerDiff } from '../owners/owners.schema.ts';
import { mayManage } from '../rights.ts';
import { withoutSecrets } from '../secrets.ts';
import { makeSecret } from '../signing.ts';
import { actionSpecs } from './inbound.actions.ts';
import { mappingFaults } from './inbound.faults.ts';
import {
  Inbound,
  type InboundCreate,
  type InboundSecretRotate,
  type InboundUpdate,
  templateIds,
} from './inbound.schema.ts';
import { replaceSecret, sealText } from './inbound.secrets.ts';
import { type InboundRow, managedInbound } from './inbound.sql.ts';
import { bodyOf } from './mapping/library.ts';
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
  resolve_when: [],
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

function validateMapping(...args: Parameters<typeof mappingFaults>): void {
  const faults = mappingFaults(...args);
  if (faults.length > 0) throw invalid(faults);
}

/** Fields of the body win over those of its template. */
function readCreate({
  body: { template, ...given },
  fields,
}: Pick<RequestContext<unknown, unknown, InboundCreate>, 'body' | 'fields'>) {
  const { name, ...rest } = { ...defaults, ...bodyOf(template), ...given };
  const settings = {
    ...rest,
    filters: [...rest.filters],
    resolve_when: [...rest.resolve_when],
  };
  if (name !== undefined) {
    validateMapping(settings, fields);
    return { ...settings, name };
  }
  const message = `name is required without template. A template also fills it: ${templateIds.join(', ')}.`;
  throw invalid([
    { in: 'body', pointer: '/name', code: 'required', message },
    ...mappingFaults(settings, fields),
  ]);
}

export const inbound: RecordType<InboundRow> & { table: typeof managedInbound } = {
  type: 'inbound_webhook',
  noun: 'Inbound webhook',
  path: '/webhooks/inbound',
  table: managedInbound,
  auditedFields: [
    'name',
    'description',
    'action',
    'field_mapping',
    'filters',
    'resolve_when',
    'dedup_key',
    'secret_enabled',
    'active',
  ],
  auditId: ({ handle }) => handle,
};

export const listInbound = listHandler(inbound, managedInbound.list, {
  present: (row, request) => presentInbound(row, request),
});
export const getInbound = getHandler(inbound, (row, request) => presentInbound(row, request));

export async function createInbound(
  tx: Tx,
  request: RequestContext<unknown, unknown, InboundCreate>,
): Promise<Reply> {
  const input = readCreate(request);
  const { actor } = request;
  const id = newId();
  const secret = input.secret_enabled ? makeSecret() : undefined;
  const at = request.now.toISOString();
  const row = await createRecord(tx, request, inbound, {
    ...input,
    id,
    secret: secret === undefined ? null : sealText(request.deps.keys, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner_id: actor.id,
    owner: actor.email,
    owner_roles: [...actor.roles],
    created_at: at,
    updated_at: at,
  });
  return createdRecord(request, id, presentInbound(row, request, secret));
}

export async function updateInbound(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, InboundUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, inbound);
  const { owner: address, ...input } = await request.readPatch(() =>
    presentInbound(before, request),
  );
  const changed = { ...before, ...input };
  const owner = await newOwner(tx, request, {
    address,
    current: before.owner,
    isStopped: before.ends_at !== null,
    needs: actionSpecs[changed.action],
  });
  const next: InboundRow = {
    ...changed,
    ...(owner && {
      owner_id: owner.id,
      owner: owner.email,
      owner_roles: [...owner.roles],
      ends_at: null,
    }),
  };
  validateMapping(next, request.fields, before);
  const isFirstSecret = next.secret_enabled && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveUpdate(
    tx,
    context,
    inbound,
    before,
    {
      ...next,
      ...(secret !== undefined && { secret: sealText(request.deps.keys, before.id, secret) }),
    },
    { also: { ...ownerDiff(before, next), ...diffFields(before, next, ['ends_at']) } },
  );
  return okRecord(presentInbound(row, request, secret));
}

/** The webhook's events are kept until their retention ends. */
export const deleteInbound = deleteHandler(inbound, withoutSecrets);

export async function rotateInboundSecret(
  tx: Tx,
  request: IdRequest<InboundSecretRotate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, inbound);
  const { next, response } = replaceSecret(request.deps.keys, before, context, request.body);
  await saveUpdate(tx, context, inbound, before, next, {
    kind: 'inbound_webhook.secret_rotated',
  });
  return ok(response);
}
