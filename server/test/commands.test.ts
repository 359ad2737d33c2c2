// The commands of an administrator, run as real processes through to the login, the token and the key.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isSealedUnder, secretKeyOf } from '../src/platform/crypto/sealing.ts';
import { cloneDatabase, type Scratch, withClient } from './support/databases.ts';
import type { Json } from './support/harness.ts';
import { askForToken, logIn } from './support/people.ts';
import {
  finished,
  hasStarted,
  killRest,
  ownEnvironment,
  run,
  type Running,
  tokenFor,
  until,
} from './support/processes.ts';

const OLD_KEY = Buffer.alloc(32, 3);
const NEW_KEY = Buffer.alloc(32, 4);
const ADMIN = { email: 'first@example.com', password: 'the first of all passwords' };
const CLIENT = { id: 'first', secret: 'a-secret-that-is-long-enough-for-it' };

describe('Commands', () => {
  let scratch: Scratch;
  let env: Record<string, string>;
  let service: Running;
  const authUrl = () => `http://localhost:${env['AUTH_PORT']}`;
  const baseUrl = () => `http://localhost:${env['PORT']}`;

  const start = async () => {
    service = run(['start'], env);
    await hasStarted(service, 60);
  };
  const stop = async () => {
    const gone = finished(service);
    service.process.kill('SIGTERM');
    await gone;
  };
  const admin = async (args: string[], more: Record<string, string> = {}) => {
    const { code, output } = await finished(run(['admin', ...args], { ...env, ...more }));
    assert.equal(code, 0, output);
    return output;
  };
  const call = async (token: string, path: string, body?: Json): Promise<Json> => {
    const response = await fetch(`${baseUrl()}/prod/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const kids = async (): Promise<string[]> => {
    const { keys } = (await (await fetch(`${authUrl()}/jwks`)).json()) as { keys: Json[] };
    return keys.map(({ kid }) => kid);
  };

  before(async () => {
    scratch = await cloneDatabase();
    env = {
      ...(await ownEnvironment(scratch)),
      ENCRYPTION_KEY: OLD_KEY.toString('base64'),
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
      BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      BOOTSTRAP_CLIENT_ID: CLIENT.id,
      BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
    };
    await start();
  });
  after(async () => {
    killRest();
    await scratch.drop();
  });

  test('the administrator of the start logs in and may do everything', async () => {
    const { access_token } = await logIn(authUrl(), baseUrl(), ADMIN);
    const { body } = await call(access_token, '/me');
    assert.equal(body.email, ADMIN.email);
    assert.deepEqual(body.roles, ['super_admin']);
  });

  test('admin user create prints a password that logs in, with the role that was given', async () => {
    const email = 'made@example.com';
    const output = await admin([
      'user',
      'create',
      '--email',
      email,
      '--name',
      'Made',
      '--role',
      'auditor',
    ]);
    const password = /^password (\S+)$/m.exec(output)?.[1] ?? '';
    const { access_token } = await logIn(authUrl(), baseUrl(), { email, password });
    assert.deepEqual((await call(access_token, '/me')).body.roles, ['auditor']);
    assert.equal((await call(access_token, '/incidents', { short_description: 'x' })).status, 403);
  });

  test('admin rotate-keys publishes a key in addition to the old one, and --retire-older ends what the old one signed', async () => {
    const token = await tokenFor(env, CLIENT.id, CLIENT.secret);
    const [old = ''] = await kids();
    await admin(['rotate-keys']);
    await until('a second key', async () => (await kids()).length === 2);
    assert.equal((await call(token, '/me')).status, 200);
    assert.match(await admin(['rotate-keys', '--retire-older']), new RegExp(`Retired: ${old}`));
    await until('the old key is gone', async () => !(await kids()).includes(old));
    await until(
      'what it signed is refused',
      async () => (await call(token, '/me')).status === 401,
      2,
    );
  });

  test('after admin rekey nothing is left under the old key, and everything still opens', async () => {
    const token = await until(
      'a token that the API takes',
      async () => {
        const one = await tokenFor(env, CLIENT.id, CLIENT.secret);
        return (await call(one, '/me')).status === 200 && one;
      },
      45,
    );
    const hook = await call(token, '/webhooks/inbound', { name: 'Probe', field_mapping: {} });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    const { refresh_token } = await logIn(authUrl(), baseUrl(), ADMIN);
    await stop();
    assert.ok((await sealedUnder(OLD_KEY)) > 0);

    env = { ...env, ENCRYPTION_KEY: NEW_KEY.toString('base64') };
    const kept = await kidsInTable();
    const output = await admin(['rekey'], { OLD_ENCRYPTION_KEY: OLD_KEY.toString('base64') });
    assert.match(output, /^[1-9]\d* rows are now encrypted with ENCRYPTION_KEY/m);
    assert.equal(await sealedUnder(OLD_KEY), 0);
    assert.ok((await sealedUnder(NEW_KEY)) > 0);

    await start();
    assert.deepEqual(await kids(), kept);
    assert.equal((await call(token, '/me')).status, 200);
    const form = { grant_type: 'refresh_token', client_id: 'console', refresh_token };
    assert.equal((await askForToken(authUrl(), form)).status, 200);
    await stop();
  });

  const kidsInTable = async (): Promise<string[]> =>
    withClient(scratch.url, async (client) =>
      (await client.query('select id from signing_keys')).rows.map(({ id }) => id),
    );

  /** Covers every column of bytes, so that a new column cannot be missed. */
  const sealedUnder = (key: Buffer): Promise<number> =>
    withClient(scratch.url, async (client) => {
      const { rows: columns } = await client.query(`
        select table_name, column_name from information_schema.columns
        where data_type = 'bytea' and table_schema = 'public'`);
      let count = 0;
      for (const { table_name: table, column_name: column } of columns) {
        const { rows } = await client.query(
          `select ${column} as bytes from ${table} where ${column} is not null`,
        );
        count += rows.filter(({ bytes }) => isSealedUnder(secretKeyOf(key), bytes)).length;
      }
      return count;
    });
});
