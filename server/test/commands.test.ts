// The commands of an administrator lead to a working login, token and key. They run in this process:
// server/test/process.test.ts starts one of them as an operator does, and the test of secrets at rest starts `admin
// rekey`.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { tableOf } from '../src/feature.ts';
import { features } from '../src/features.ts';
import { bootstrap, countUsersWithLogin, requireOwnKey } from '../src/identity/index.ts';
import { UsageError } from '../src/platform/errors.ts';
import { KeyRing } from '../src/platform/crypto/key-ring.ts';
import { isSealedUnder, secretKeyOf } from '../src/platform/crypto/sealing.ts';
import { loadConfig } from '../src/platform/runtime/config.ts';
import { buildDeps } from '../src/platform/runtime/deps.ts';
import { cloneDatabase, type Scratch, withClient } from './support/databases.ts';
import { type Instance, type Json, startInstance } from './support/harness.ts';
import { StreamClient } from './support/stream-client.ts';
import { requestToken, logIn } from './support/people.ts';
import { until } from './support/processes.ts';
import { freePort } from './support/ports.ts';

const OLD_KEY = Buffer.alloc(32, 3);
const NEW_KEY = Buffer.alloc(32, 4);
const ADMIN = { email: 'first@example.com', password: 'the first of all passwords' };
const CLIENT = { id: 'first', secret: 'a-secret-that-is-long-enough-for-it' };

describe('Commands', () => {
  let scratch: Scratch;
  let env: Record<string, string>;
  let instance: Instance;
  /** The clock of the instance is this far ahead. */
  let aheadMs = 0;
  const authUrl = () => instance.deps.config.AUTH_URL;
  const baseUrl = () => instance.deps.config.BASE_URL;

  const start = async () => {
    const now = () => new Date(Date.now() + aheadMs);
    instance = await startInstance({ database: scratch.url, env, now });
    await bootstrap(instance.deps);
  };
  const admin = async (
    name: string,
    args: string[] = [],
    more: Record<string, string> = {},
  ): Promise<string> => {
    const config = { DATABASE_URL: scratch.url, LOG_LEVEL: 'silent', ...env, ...more };
    const { deps, close } = buildDeps(loadConfig(config));
    const command = tableOf(features, 'commands')[name];
    const output = await command?.run(deps, args, features).finally(close);
    assert.ok(output, name);
    return output;
  };
  const call = (token: string, path: string, body?: Json) =>
    instance.call(body ? 'POST' : 'GET', path, { token, body });
  const tokenOf = async ({ id, secret }: typeof CLIENT): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    return (await requestToken(authUrl(), form)).body.access_token;
  };
  const kids = async (): Promise<string[]> => {
    // Without this, the instance would reload the keys only every few seconds.
    await instance.auth.refresh();
    const { keys } = (await (await fetch(`${authUrl()}/jwks`)).json()) as { keys: Json[] };
    return keys.map(({ kid }) => kid);
  };

  before(async () => {
    scratch = await cloneDatabase();
    const AUTH_PORT = await freePort();
    env = {
      AUTH_PORT,
      // After a restart the tokens still name their issuer.
      AUTH_URL: `http://127.0.0.1:${AUTH_PORT}`,
      ENCRYPTION_KEY: OLD_KEY.toString('base64'),
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
      BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      BOOTSTRAP_CLIENT_ID: CLIENT.id,
      BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
    };
    await start();
  });
  after(async () => {
    await instance.stop();
    await scratch.drop();
  });

  test('the initial administrator logs in and may do everything', async () => {
    const { access_token } = await logIn(authUrl(), baseUrl(), ADMIN);
    const { body } = await call(access_token, '/me');
    assert.equal(body.email, ADMIN.email);
    assert.deepEqual(body.roles, ['super_admin']);
  });

  test('admin user create prints a password that logs in with the given role', async () => {
    const email = 'made@example.com';
    const words = `--email ${email} --name Made --role auditor`;
    const output = await admin('user create', words.split(' '));
    const password = /^password (\S+)$/m.exec(output)?.[1] ?? '';
    const { access_token } = await logIn(authUrl(), baseUrl(), { email, password });
    assert.deepEqual((await call(access_token, '/me')).body.roles, ['auditor']);
    assert.equal((await call(access_token, '/incidents', { short_description: 'x' })).status, 403);
  });

  test('missing options are named as they are written, with the usage of the command', async () => {
    await assert.rejects(admin('user create', ['--name', 'Made']), (error) => {
      assert.ok(error instanceof UsageError);
      const [faults = '', , usage = ''] = error.message.split('\n');
      assert.deepEqual(faults.match(/\S+ is required\./g)?.toSorted(), [
        '--email is required.',
        '--role is required.',
      ]);
      assert.match(usage, /^ {2}admin user create /);
      return true;
    });
  });

  test('only active users with a password are counted as those who can sign in', async () => {
    const count = () => countUsersWithLogin(instance.deps.db);
    const counted = await count();
    await instance.sql(
      `insert into users (email, name, roles, password_hash, active, created_at, updated_at)
       select name || '@example.com', name, '{agent}', hash, active, now(), now()
       from (values ('counted', 'x', true), ('directory', null, true), ('left', 'x', false)) as one (name, hash, active)`,
    );
    assert.equal(await count(), counted + 1);
  });

  test('an unknown role is refused with the existing ones', async () => {
    const words = '--name x --role boss'.split(' ');
    await assert.rejects(admin('client create', words), {
      message:
        /^--role must be one of super_admin, itsm_manager, agent, requester, auditor\.\n\n {2}admin client create /,
    });
  });

  test('admin backup-taken records the newest backup of a kind, and refuses an unknown kind and a time to come', async () => {
    const record = (...words: string[]) => admin('backup-taken', words);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const early = await record('--kind', 'dump', '--finished-at', yesterday);
    assert.equal(early, `Recorded: a backup of the kind dump finished at ${yesterday}.`);
    await record('--kind', 'dump');
    await record('--kind', 'dump', '--finished-at', yesterday);
    const rows = await instance.sql(
      `select kind, finished_at > now() - interval '1 hour' as recent from backups`,
    );
    assert.deepEqual(rows, [{ kind: 'dump', recent: true }]);
    await assert.rejects(record('--kind', 'copy'), {
      message: /^--kind must be one of dump, base, incremental, pgbackrest, snapshot\.\n/,
    });
    for (const wrong of ['yesterday', new Date(Date.now() + 86_400_000).toISOString()])
      await assert.rejects(record('--kind', 'dump', '--finished-at', wrong), {
        message: /^--finished-at must be a time that has passed, such as /,
      });
  });

  test('admin rotate-keys publishes a key in addition to the old one, and --retire-older invalidates the tokens of the old one', async () => {
    const token = await tokenOf(CLIENT);
    const [old = ''] = await kids();
    await admin('rotate-keys');
    await until('a second key', async () => (await kids()).length === 2);
    assert.equal((await call(token, '/me')).status, 200);
    assert.match(await admin('rotate-keys', ['--retire-older']), new RegExp(`Retired: ${old}`));
    await until('the old key is gone', async () => !(await kids()).includes(old));
    await until('what it signed is refused', async () => (await call(token, '/me')).status === 401);
  });

  test('after admin rekey no value is encrypted with the old key, and every value can be decrypted', async () => {
    // The API has just fetched the keys, and only does so again after a while.
    aheadMs += 60_000;
    const token = await until('a token that the API takes', async () => {
      const one = await tokenOf(CLIENT);
      return (await call(one, '/me')).status === 200 && one;
    });
    const hook = await call(token, '/webhooks/inbound', { name: 'Probe', field_mapping: {} });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    const { refresh_token } = await logIn(authUrl(), baseUrl(), ADMIN);
    const { db } = instance.deps;
    await requireOwnKey({ db, keys: new KeyRing(OLD_KEY) });
    const foreign = requireOwnKey({ db, keys: new KeyRing(NEW_KEY) });
    await assert.rejects(foreign, UsageError, 'a process with it does not start');
    const both = new KeyRing(NEW_KEY, OLD_KEY);
    await requireOwnKey({ db, keys: both });
    assert.deepEqual(
      both.current.id,
      secretKeyOf(OLD_KEY).id,
      'it seals with that of the database',
    );
    await instance.stop();
    assert.ok((await countEncryptedWith(OLD_KEY)) > 0);

    env = { ...env, ENCRYPTION_KEY: NEW_KEY.toString('base64') };
    const kidsBefore = await kidsInTable();
    const output = await admin('rekey', [], { OLD_ENCRYPTION_KEY: OLD_KEY.toString('base64') });
    assert.match(output, /^[1-9]\d* rows are now encrypted with ENCRYPTION_KEY/m);
    assert.equal(await countEncryptedWith(OLD_KEY), 0);
    assert.ok((await countEncryptedWith(NEW_KEY)) > 0);

    await start();
    assert.deepEqual(await kids(), kidsBefore);
    assert.equal((await call(token, '/me')).status, 200);
    const form = { grant_type: 'refresh_token', client_id: 'console', refresh_token };
    assert.equal((await requestToken(authUrl(), form)).status, 200);
  });

  /** Every sequence that was created for itself numbers something; identity columns own theirs. */
  const lastNumbers = async (): Promise<Record<string, number>> => {
    const rows = await instance.sql(`
      select sequencename as name, coalesce(last_value, 0)::int as last from pg_sequences
      where schemaname = 'public' and not exists (select from pg_depend
        where objid = (schemaname || '.' || sequencename)::regclass and deptype = 'i')`);
    return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
  };
  const resumeFrom = async (id: string, token: string): Promise<number> => {
    const stream = await StreamClient.open(instance.url, { token, ...(id && { lastEventId: id }) });
    await stream.close();
    return stream.status;
  };

  test('after admin restored no number, stream id or token of before is used, and admin release ends the hold once', async () => {
    aheadMs += 60_000;
    const login = await logIn(authUrl(), baseUrl(), ADMIN);
    const { access_token: old, refresh_token } = login;
    const stream = await StreamClient.open(instance.url, { token: old });
    const { id: streamId = '' } = stream.blocks[0] ?? {};
    await stream.close();
    assert.equal(await resumeFrom(streamId, old), 200);
    for (const wrong of ['0', '10000001', '-1', 'many'])
      await assert.rejects(admin('restored', [`--ahead=${wrong}`]), {
        message: /^--ahead must be a whole number from 1 to 10000000, not /,
      });
    const former = await lastNumbers();
    assert.ok(Object.keys(former).length >= 8, 'the sequences were not read');

    const output = await admin('restored');
    const current = await lastNumbers();
    for (const [name, last] of Object.entries(former)) {
      const moved = (current[name] ?? 0) - last;
      assert.ok(moved >= 100_000 && moved <= 100_001, `${name} moved by ${moved}`);
    }
    await until('the old token is refused', async () => (await call(old, '/me')).status === 401);
    const form = { grant_type: 'refresh_token', client_id: 'console', refresh_token };
    assert.equal((await requestToken(authUrl(), form)).status, 400);

    await kids();
    aheadMs += 60_000;
    const token = await until('a token that the API takes', async () => {
      const one = await tokenOf(CLIENT);
      return (await call(one, '/me')).status === 200 && one;
    });
    await until(
      'the old stream id is refused',
      async () => (await resumeFrom(streamId, token)) === 410,
    );
    const { body: incident } = await call(token, '/incidents', { short_description: 'x' });
    const first = /incidents: from (\S+)$/m.exec(output)?.[1];
    assert.equal(incident.id, first, output);
    const entries = async (kind: string) => (await call(token, `/audit?kind=${kind}`)).body.data;
    const [entry] = await entries('instance.restored');
    assert.deepEqual([entry.record.type, entry.changes.ahead.to], ['instance', 100_000]);
    assert.equal(entry.changes.system_user.to, userInfo().username);

    assert.match(await admin('release'), /^Deliveries and e-mails are sent again/);
    assert.equal(await admin('release'), 'Nothing is held.');
    assert.equal((await entries('instance.released')).length, 1);
    const copy = { BASE_URL: 'https://staging.example.com' };
    await instance.sql(`update outgoing set base_url = 'https://desk.example.com'`);
    assert.match(await admin('release', [], copy), /whose BASE_URL is https:\/\/staging/);
    assert.equal(await admin('release', [], copy), 'Nothing is held.');
  });

  const kidsInTable = async (): Promise<string[]> =>
    withClient(scratch.url, async (client) =>
      (await client.query('select id from signing_keys')).rows.map(({ id }) => id),
    );

  /** Covers every column of bytes, so that a new column cannot be missed. */
  const countEncryptedWith = (key: Buffer): Promise<number> =>
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
