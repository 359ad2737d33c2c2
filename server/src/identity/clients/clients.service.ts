// Clients are programs that use the API with their own secret and roles.
import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { AuditContext } from '../../platform/context.ts';
import {
  type Reply,
  type RequestContext,
  createdRecord,
  etagOf,
  ok,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { clientAddress, requireFreeAddress } from '../addresses.ts';
import {
  createRecord,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import { refuseFormerAddress } from '../users/users.sql.ts';
import { builtInClients } from './clients.builtin.ts';
import { withRevocation } from '../revocations/revocations.ts';
import { endSessionsOfClient } from '../sessions/sessions.sql.ts';
import { Client, type ClientCreate, type ClientUpdate } from './clients.schema.ts';
import { clientIdTaken, type ClientRow, clientTable } from './clients.sql.ts';

const clients: RecordType<ClientRow> & { table: typeof clientTable } = {
  type: 'client',
  path: '/clients',
  table: clientTable,
  auditedFields: ['name', 'email', 'roles', 'redirect_uris', 'active'],
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

/** Generates a secret if none is given. The HTTP API, the command line and bootstrap share this function. */
export async function registerClient(
  tx: Tx,
  context: AuditContext,
  config: Config,
  input: ClientCreate & { secret?: string },
): Promise<{ row: ClientRow; secret: string }> {
  const { client_id: id = `c-${randomBytes(10).toString('hex')}`, secret = makeSecret() } = input;
  if (id in builtInClients(config)) throw clientIdTaken(id);
  requireFreeAddress(config, input.email);
  await refuseFormerAddress(tx, input.email);
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, clients, {
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
  return { row, secret };
}

export const listClients = listHandler(clients, clientTable.list, {
  present: (row, { deps }) => present(row, deps.config),
});
export const getClient = getHandler(clients, (row, { deps }) => present(row, deps.config));

export async function createClient(
  tx: Tx,
  request: RequestContext<unknown, unknown, ClientCreate>,
): Promise<Reply> {
  const { row, secret } = await registerClient(tx, request, request.deps.config, request.body);
  const shown = { ...present(row, request.deps.config), secret };
  return createdRecord(request, row.id, shown);
}

export async function updateClient(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, ClientUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, clients);
  const { config } = request.deps;
  const input = await request.readPatch(() => present(before, config));
  requireFreeAddress(config, input.email);
  if (input.email !== before.email) await refuseFormerAddress(tx, input.email);
  const next: ClientRow = { ...before, ...input };
  if (!next.active) await endSessionsOfClient(tx, next.id);
  const row = await saveUpdate(
    tx,
    context,
    clients,
    before,
    await withRevocation(tx, context, before, next),
  );
  return okRecord(present(row, config));
}

/** Also revokes the tokens obtained with the old secret, and ends the logins of people with the client. */
export async function rotateSecret(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, clients);
  const secret = makeSecret();
  const next = { ...before, secret_hash: hashSecret(secret) };
  await endSessionsOfClient(tx, before.id);
  const row = await saveUpdate(
    tx,
    context,
    clients,
    before,
    await withRevocation(tx, context, before, next, { always: true }),
    { kind: 'client.secret_rotated', also: { secret: { from: null, to: null } } },
  );
  return ok({ ...present(row, request.deps.config), secret }, { etag: etagOf(row.version) });
}
