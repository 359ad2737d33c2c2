// The first client and the first administrator, who could not be made by anybody else.
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { lockBootstrap } from './bootstrap.sql.ts';
import { systemContext } from './system-context.ts';
import { registerClient } from './clients/clients.service.ts';
import { clients } from './clients/clients.sql.ts';
import { registerUser } from './users/users.service.ts';
import { findUserByEmail } from './users/users.sql.ts';

async function makeClient(tx: Tx, deps: Deps): Promise<void> {
  const { config } = deps;
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  if (!id || !secret || (await clients.find(tx, id))) return;
  await registerClient(tx, systemContext(deps, 'bootstrap'), config, {
    client_id: id,
    name: 'Bootstrap client',
    roles: ['super_admin'],
    secret,
  });
}

async function makeAdministrator(tx: Tx, deps: Deps): Promise<void> {
  const { config } = deps;
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  if (!email || !password || (await findUserByEmail(tx, email))) return;
  await registerUser(tx, systemContext(deps, 'bootstrap'), config, {
    email,
    name: 'Administrator',
    roles: ['super_admin'],
    password,
  });
}

/**
 * Makes what is configured and absent; what is there stays as it is, its secret and password too. Processes that start
 * at the same time do so one after the other, so that the second finds what the first has made.
 */
export async function bootstrap(deps: Deps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockBootstrap(tx);
    await makeClient(tx, deps);
    await makeAdministrator(tx, deps);
  });
}
