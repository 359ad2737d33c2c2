// Clients: programs that use the API with their own secret and roles.
import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { AuditContext } from '../../platform/context.ts';
import {
  type Reply,
  type RequestContext,
  created,
  etagOf,
  ok,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { clientAddress, requireFreeAddress } from '../addresses.ts';
import {
  lockForUpdate,
  readPatchOf,
  readRecord,
  type RecordType,
  saveUpdate,
  auditCreated,
} from '../../records/index.ts';
import { builtInClients } from './clients.builtin.ts';
import { withRevocation } from '../revocations/revocations.ts';
import { Client, type ClientCreate, type ClientUpdate } from './clients.schema.ts';
import { clientIdTaken, type ClientRow, clients } from './clients.sql.ts';

const kind: RecordType<ClientRow> = {
  type: 'client',
  auditedFields: ['name', 'email', 'roles', 'redirect_uris', 'active'],
  rows: clients,
};

const pick = picker(Client);

const present = (row: Omit<ClientRow, 'secret_hash'>, config: Config) =>
  pick({ ...row, client_id: row.id, address: row.email ?? clientAddress(config, row.id) });

/**
 * A secret has 256 random bits and cannot be guessed, so a plain hash is enough. A slow hash protects weak passwords
 * and would cost every token request a tenth of a second.
 */
const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const makeSecret = (): string => `sbcs_${randomBytes(32).toString('base64url')}`;

/** Shared by the HTTP API, the command line and bootstrap. Generates a secret if none is given. */
export async function registerClient(
  tx: Tx,
  context: AuditContext,
  config: Config,
  input: ClientCreate & { secret?: string },
): Promise<{ row: ClientRow; secret: string }> {
  const { client_id: id = `c-${randomBytes(10).toString('hex')}`, secret = makeSecret() } = input;
  if (id in builtInClients(config)) throw clientIdTaken(id);
  requireFreeAddress(config, input.email);
  const at = context.now.toISOString();
  const row = await clients.insert(tx, {
    id,
    name: input.name,
    email: input.email ?? null,
    roles: input.roles,
    redirect_uris: input.redirect_uris ?? [],
    active: input.active ?? true,
    secret_hash: hashSecret(secret),
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, context, kind, row);
  return { row, secret };
}

export const listClients = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    clients.list,
    { key: 'all' },
    { sort: 'created_at', order: 'desc' },
    (rows) => rows.map((row) => present(row as unknown as ClientRow, request.deps.config)),
  );

export async function getClient({
  deps,
  params: { id },
}: RequestContext<{ id: string }>): Promise<Reply> {
  return okRecord(present(await readRecord(deps.db, kind, id), deps.config));
}

export async function createClient(
  tx: Tx,
  request: RequestContext<unknown, unknown, ClientCreate>,
): Promise<Reply> {
  const { row, secret } = await registerClient(tx, request, request.deps.config, request.body);
  const shown = { ...present(row, request.deps.config), secret };
  return created(request, row.id, shown);
}

export async function updateClient(
  tx: Tx,
  incoming: PatchContext<{ id: string }, unknown, ClientUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, kind);
  const { config } = request.deps;
  const input = readPatchOf(request, present(before, config));
  requireFreeAddress(config, input.email);
  const next: ClientRow = { ...before, ...input };
  const row = await saveUpdate(
    tx,
    request,
    kind,
    before,
    await withRevocation(tx, request, before, next),
  );
  return okRecord(present(row, config));
}

/** Also revokes the tokens obtained with the old secret. */
export async function rotateSecret(
  tx: Tx,
  incoming: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, kind);
  const secret = makeSecret();
  const next = { ...before, secret_hash: hashSecret(secret) };
  const row = await saveUpdate(
    tx,
    request,
    kind,
    before,
    await withRevocation(tx, request, before, next, { always: true }),
    { kind: 'client.secret_rotated', also: { secret: { from: null, to: null } } },
  );
  return ok({ ...present(row, request.deps.config), secret }, { etag: etagOf(row.version) });
}
