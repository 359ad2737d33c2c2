// Creates the first client and the first administrator from the configuration.
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { lockBootstrap } from './bootstrap.sql.ts';
import { systemContext } from './system-context.ts';
import { registerClient } from './clients/clients.service.ts';
import { clientTable } from './clients/clients.sql.ts';
import { registerUser } from './users/users.service.ts';
import { findUserByEmail } from './users/users.sql.ts';

async function createFirstClient(tx: Tx, deps: Deps): Promise<void> {
  const { config } = deps;
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  if (!id || !secret || (await clientTable.find(tx, id))) return;
  await registerClient(tx, systemContext(deps, 'bootstrap'), config, {
    client_id: id,
    name: 'Bootstrap client',
    roles: ['super_admin'],
    secret,
  });
}

async function createFirstAdministrator(tx: Tx, deps: Deps): Promise<void> {
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
 * Creates the configured client and administrator if they do not exist; existing ones keep their secret and password.
 * Processes that start at the same time are serialised, so that the second finds the records of the first.
 */
export async function bootstrap(deps: Deps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockBootstrap(tx);
    await createFirstClient(tx, deps);
    await createFirstAdministrator(tx, deps);
  });
}
