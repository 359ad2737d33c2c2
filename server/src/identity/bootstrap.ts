// The first client and the first administrator, who could not be made by anybody else.
import type { Deps } from '../platform/deps.ts';
import { causeOf } from './cause.ts';
import { registerClient } from './clients/clients.service.ts';
import { clients } from './clients/clients.sql.ts';
import { registerUser } from './users/users.service.ts';
import { findUserByEmail } from './users/users.sql.ts';

/** Makes what is configured and absent; what is there stays as it is, its secret and password too. */
export async function bootstrap(deps: Deps): Promise<void> {
  const { config, db } = deps;
  const cause = causeOf(deps, 'bootstrap');
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  if (id && secret && !(await clients.find(db, id))) {
    await db.transaction().execute((tx) =>
      registerClient(tx, cause, config, {
        client_id: id,
        name: 'Bootstrap client',
        roles: ['super_admin'],
        secret,
      }),
    );
  }
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  if (email && password && !(await findUserByEmail(db, email))) {
    await db.transaction().execute((tx) =>
      registerUser(tx, cause, config, {
        email,
        name: 'Administrator',
        roles: ['super_admin'],
        password,
      }),
    );
  }
}
