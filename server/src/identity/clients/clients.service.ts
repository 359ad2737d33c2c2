// Clients: programs that call, with a secret of their own and roles like a person.
import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Cause } from '../../platform/context.ts';
import {
  type Answer,
  type Call,
  created,
  etagOf,
  ok,
  okRecord,
  type PatchCall,
} from '../../platform/http/request/context.ts';
import { answerList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { clientAddress, requireFreeAddress } from '../addresses.ts';
import {
  hold,
  judged,
  readRecord,
  type RecordKind,
  saveChange,
  tellCreated,
} from '../../records/index.ts';
import { builtInClients } from './clients.builtin.ts';
import { revoking } from '../revocations/revocations.ts';
import { Client, type ClientCreate, type ClientUpdate } from './clients.schema.ts';
import { clientIdTaken, type ClientRow, clients } from './clients.sql.ts';

const kind: RecordKind<ClientRow> = {
  type: 'client',
  told: ['name', 'email', 'roles', 'redirect_uris', 'active'],
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
  cause: Cause,
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
  await tellCreated(tx, cause, kind, row);
  return { row, secret };
}

export const listClients = (call: Call): Promise<Answer> =>
  answerList(call, clients.list, { key: 'all' }, { sort: 'created_at', order: 'desc' }, (rows) =>
    rows.map((row) => present(row as unknown as ClientRow, call.deps.config)),
  );

export async function getClient({ deps, params: { id } }: Call<{ id: string }>): Promise<Answer> {
  return okRecord(present(await readRecord(deps.db, kind, id), deps.config));
}

export async function createClient(
  tx: Tx,
  call: Call<unknown, unknown, ClientCreate>,
): Promise<Answer> {
  const { row, secret } = await registerClient(tx, call, call.deps.config, call.body);
  const shown = { ...present(row, call.deps.config), secret };
  return created(call, row.id, shown);
}

export async function updateClient(
  tx: Tx,
  asked: PatchCall<{ id: string }, unknown, ClientUpdate>,
): Promise<Answer> {
  const { before, call } = await hold(tx, asked, kind);
  const { config } = call.deps;
  const input = judged(call, present(before, config));
  requireFreeAddress(config, input.email);
  const wanted: ClientRow = { ...before, ...input };
  const row = await saveChange(tx, call, kind, before, await revoking(tx, call, before, wanted));
  return okRecord(present(row, config));
}

/** The old secret and the tokens it got end at once. */
export async function rotateSecret(tx: Tx, asked: Call<{ id: string }>): Promise<Answer> {
  const { before, call } = await hold(tx, asked, kind);
  const secret = makeSecret();
  const wanted = { ...before, secret_hash: hashSecret(secret) };
  const row = await saveChange(
    tx,
    call,
    kind,
    before,
    await revoking(tx, call, before, wanted, { always: true }),
    { kind: 'client.secret_rotated', also: { secret: { from: null, to: null } } },
  );
  return ok({ ...present(row, call.deps.config), secret }, { etag: etagOf(row.version) });
}
