// Clients: programs that call, with a secret of their own and roles like a person.
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
import { revoking } from '../revocations/revocations.ts';
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
 * A secret has 256 bits of chance, so nobody finds it by trying, and a plain hash serves: a slow one would
 * protect what people make up, and cost every token request a tenth of a second.
 */
const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const makeSecret = (): string => `sbcs_${randomBytes(32).toString('base64url')}`;

/** What a call, a command and the start have in common. Without a secret, one is made. */
export async function registerClient(
  tx: Tx,
  cause: AuditContext,
  config: Config,
  wanted: ClientCreate & { secret?: string },
): Promise<{ row: ClientRow; secret: string }> {
  const { client_id: id = `c-${randomBytes(10).toString('hex')}`, secret = makeSecret() } = wanted;
  if (id in builtInClients(config)) throw clientIdTaken(id);
  requireFreeAddress(config, wanted.email);
  const at = cause.now.toISOString();
  const row = await clients.insert(tx, {
    id,
    name: wanted.name,
    email: wanted.email ?? null,
    roles: wanted.roles,
    redirect_uris: wanted.redirect_uris ?? [],
    active: wanted.active ?? true,
    secret_hash: hashSecret(secret),
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, cause, kind, row);
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
  asked: PatchContext<{ id: string }, unknown, ClientUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, asked, kind);
  const { config } = request.deps;
  const input = readPatchOf(request, present(before, config));
  requireFreeAddress(config, input.email);
  const wanted: ClientRow = { ...before, ...input };
  const row = await saveUpdate(
    tx,
    request,
    kind,
    before,
    await revoking(tx, request, before, wanted),
  );
  return okRecord(present(row, config));
}

/** The old secret and the tokens it got end at once. */
export async function rotateSecret(tx: Tx, asked: RequestContext<{ id: string }>): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, asked, kind);
  const secret = makeSecret();
  const wanted = { ...before, secret_hash: hashSecret(secret) };
  const row = await saveUpdate(
    tx,
    request,
    kind,
    before,
    await revoking(tx, request, before, wanted, { always: true }),
    { kind: 'client.secret_rotated', also: { secret: { from: null, to: null } } },
  );
  return ok({ ...present(row, request.deps.config), secret }, { etag: etagOf(row.version) });
}
