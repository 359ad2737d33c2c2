// Inbound webhooks, managed: made, shown, changed, removed; their secrets made and shown once.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Changes, emit, type EntryKind, fieldsChangedSince } from '../../events/index.ts';
import type { Tx } from '../../platform/db.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import {
  type Act,
  type Answer,
  type Call,
  created,
  ok,
  okRecord,
  type PatchCall,
} from '../../platform/http/call.ts';
import { requireVersion } from '../../platform/http/etag.ts';
import { answerList } from '../../platform/http/pagination.ts';
import { picker } from '../../platform/http/schema.ts';
import { makeSecret } from '../signing.ts';
import { mappingFaults } from './inbound.faults.ts';
import {
  Inbound,
  type InboundCreate,
  InboundDeleted,
  type InboundSecretRotate,
  type InboundUpdate,
} from './inbound.schema.ts';
import { sealSecret } from './inbound.secrets.ts';
import {
  findInbound,
  inboundList,
  type InboundRow,
  insertInbound,
  lockInbound,
  markInboundDeleted,
  saveInbound,
} from './inbound.sql.ts';

type IdCall<Body = unknown> = Call<{ id: string }, unknown, Body>;

const pick = picker(Inbound);
const pickDeleted = picker(InboundDeleted);

/** Whoever knows it may post to an unsigned webhook, so nobody may guess it. */
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

/** The url is that of the contract, without a version: it is written into other systems and stays. */
const presentInbound = (
  row: InboundRow,
  { baseUrl }: Pick<Act, 'baseUrl'>,
  secret?: string,
): Inbound => pick({ ...row, url: `${baseUrl}/prod/api/webhooks/inbound/${row.id}`, secret });

export const requireInbound = (row: InboundRow | undefined, id: string): InboundRow => {
  if (!row) throw notFound(`Inbound webhook ${id}`);
  return row;
};

function requireFit(row: Parameters<typeof mappingFaults>[0]): void {
  const faults = mappingFaults(row);
  if (faults.length > 0) throw invalid(faults);
}

const toldFields = [
  'name',
  'description',
  'action',
  'field_mapping',
  'filters',
  'dedup_key',
  'secret_enabled',
  'active',
] as const;

const changesOf = (before: Partial<InboundRow>, after: InboundRow): Changes =>
  Object.fromEntries(
    toldFields
      .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field]))
      .map((field) => [field, { from: before[field] ?? null, to: after[field] }]),
  );

export const trail = (tx: Tx, act: Act, row: InboundRow, kind: EntryKind, changes: Changes) =>
  emit(tx, act, {
    record: { type: 'inbound_webhook', id: row.id, version: row.version },
    kind,
    changes,
    events: [],
  });

export const listInbound = (call: Call): Promise<Answer> =>
  answerList(call, inboundList, { key: 'all' }, { sort: 'created_at', order: 'desc' }, (rows) =>
    rows.map((row) => presentInbound(row as unknown as InboundRow, call)),
  );

export async function getInbound(call: IdCall): Promise<Answer> {
  const { id } = call.params;
  return okRecord(presentInbound(requireInbound(await findInbound(call.deps.db, id), id), call));
}

export async function createInbound(
  tx: Tx,
  call: Call<unknown, unknown, InboundCreate>,
): Promise<Answer> {
  const input = { ...defaults, ...call.body, filters: [...(call.body.filters ?? [])] };
  requireFit(input);
  const { actor } = call;
  const id = newId();
  const secret = input.secret_enabled ? makeSecret() : undefined;
  const at = call.now.toISOString();
  const row = await insertInbound(tx, {
    ...input,
    id,
    secret: secret === undefined ? null : sealSecret(call.deps.secretKey, id, secret),
    previous_secret: null,
    previous_secret_until: null,
    owner_id: actor.id,
    owner: actor.email,
    owner_roles: [...actor.roles],
    created_at: at,
    updated_at: at,
  });
  await trail(tx, call, row, 'inbound_webhook.created', changesOf({}, row));
  return created(call, id, presentInbound(row, call, secret));
}

async function hold(tx: Tx, call: Pick<IdCall, 'params' | 'ifMatch'>): Promise<InboundRow> {
  const { id } = call.params;
  const row = requireInbound(await lockInbound(tx, id), id);
  await requireVersion(call.ifMatch, row.version, (version) => fieldsChangedSince(tx, id, version));
  return row;
}

const next = (row: InboundRow, { now }: Pick<Act, 'now'>) => ({
  version: row.version + 1,
  updated_at: now.toISOString(),
});

export async function updateInbound(
  tx: Tx,
  call: PatchCall<{ id: string }, unknown, InboundUpdate>,
): Promise<Answer> {
  const before = await hold(tx, call);
  const wanted = { ...before, ...call.judge(() => presentInbound(before, call)) };
  requireFit(wanted);
  const changes = changesOf(before, wanted);
  if (Object.keys(changes).length === 0) return okRecord(presentInbound(before, call));
  const isFirstSecret = wanted.secret_enabled && before.secret === null;
  const secret = isFirstSecret ? makeSecret() : undefined;
  const row = await saveInbound(tx, {
    ...wanted,
    ...(secret !== undefined && { secret: sealSecret(call.deps.secretKey, before.id, secret) }),
    ...next(before, call),
  });
  await trail(tx, call, row, 'inbound_webhook.updated', changes);
  return okRecord(presentInbound(row, call, secret));
}

/** Its events stay for as long as events are kept. */
export async function deleteInbound(tx: Tx, call: IdCall): Promise<Answer> {
  const row = await hold(tx, call);
  const deleted_at = call.now.toISOString();
  await markInboundDeleted(tx, row.id, deleted_at);
  const deleted = { ...row, version: row.version + 1 };
  await trail(tx, call, deleted, 'inbound_webhook.deleted', { deleted: { from: false, to: true } });
  return ok(pickDeleted({ id: row.id, deleted: true, deleted_at, deleted_by: call.actor.email }));
}

const DEFAULT_GRACE_SECONDS = 86_400;

/** Also takes the old secret back at once, with a grace of 0. */
export async function rotateInboundSecret(
  tx: Tx,
  call: IdCall<InboundSecretRotate>,
): Promise<Answer> {
  const before = await hold(tx, call);
  const { grace_seconds: grace = DEFAULT_GRACE_SECONDS } = call.body;
  const secret = makeSecret();
  const until = before.secret && new Date(call.now.getTime() + grace * 1000).toISOString();
  const row = await saveInbound(tx, {
    ...before,
    secret: sealSecret(call.deps.secretKey, before.id, secret),
    previous_secret: before.secret,
    previous_secret_until: until,
    ...next(before, call),
  });
  await trail(tx, call, row, 'inbound_webhook.secret_rotated', {});
  return ok({ id: row.id, secret, ...(until && { previous_secret_until: until }) });
}
