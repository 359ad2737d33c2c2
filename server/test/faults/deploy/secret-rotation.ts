// The encryption key and the password of the database are rotated while the service is used: auth, two APIs and a worker
// reload them from their files, one after another, and no request fails.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretKeyOf } from '../../../src/platform/crypto/sealing.ts';
import { atPace, type ClientResponse, LoadClient } from '../../support/client.ts';
import { cloneDatabase, withClient } from '../../support/databases.ts';
import { UNLIMITED } from '../../support/harness.ts';
import { waitForExit, ownEnvironment, run, tokenFor, until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import { deliveryFaults, startDeliveryLog } from '../../support/delivery-log.ts';
import { receiverEnv } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';

const CLIENT = { id: 'rotation', secret: 'r'.repeat(40) };
/** The processes reload one after another, so that for a while some have the new secrets and some the old. */
const RELOAD_INTERVAL_MS = 1000;
const COMMANDS = ['auth', 'api', 'api', 'worker'] as const;

/** Writes secrets as a container platform mounts them: one file each, replaced while processes run. */
function secretFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-secrets-'));
  const path = (name: string) => join(folder, name);
  return {
    write: (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) writeFileSync(path(name), `${value}\n`);
    },
    env: Object.fromEntries(
      ['ENCRYPTION_KEY', 'OLD_ENCRYPTION_KEY', 'DATABASE_PASSWORD'].map((name) => [
        `${name}_FILE`,
        path(name),
      ]),
    ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const newKey = (): string => randomBytes(32).toString('base64');

/** The test has its own role, because the passwords of the other roles of the cluster must not change. */
function ownRole(url: string) {
  const name = `rotating_${randomBytes(6).toString('hex')}`;
  // The admin connects to another database than the test, because that is dropped first.
  const asAdmin = (statement: string) =>
    withClient(process.env['DATABASE_URL'] ?? '', (client) => client.query(statement));
  const alter = (verb: string, password: string) =>
    asAdmin(`${verb} role ${name} login superuser password '${password}'`);
  const own = new URL(url);
  own.username = name;
  own.password = '';
  return {
    url: own.href,
    name,
    create: (password: string) => alter('create', password),
    change: (password: string) => alter('alter', password),
    drop: () => asAdmin(`drop role ${name}`),
  };
}

async function startService(seed: number) {
  const random = randomFrom(seed);
  const scratch = await cloneDatabase();
  const role = ownRole(scratch.url);
  const files = secretFiles();
  const key = newKey();
  const password = randomBytes(12).toString('hex');
  await role.create(password);
  files.write({ ENCRYPTION_KEY: key, OLD_ENCRYPTION_KEY: '', DATABASE_PASSWORD: password });
  const { ENCRYPTION_KEY: _, AUTH_PORT, ...own } = await ownEnvironment(scratch);
  const shared = {
    ...own,
    DATABASE_URL: role.url,
    ...files.env,
    AUTH_PORT,
    AUTH_URL: `http://127.0.0.1:${AUTH_PORT}`,
    BOOTSTRAP_CLIENT_ID: CLIENT.id,
    BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
    ...receiverEnv(),
  };
  const parts: { env: typeof shared; running: Awaited<ReturnType<typeof startProcess>> }[] = [];
  for (const command of COMMANDS) {
    const { METRICS_PORT, PORT } = await ownEnvironment(scratch);
    const env = { ...shared, METRICS_PORT, PORT };
    parts.push({ env, running: await startProcess(command, env) });
  }
  const [one, other] = parts.slice(1, 3).map(({ env }) => env.PORT);
  return {
    env: shared,
    /** Returns the port of one of the two APIs, at random. */
    port: () => (random.below(2) === 0 ? one : other),
    role,
    files,
    key,
    sql: (text: string) =>
      withClient(scratch.url, async (client) => (await client.query(text)).rows),
    /** Sends SIGHUP to the processes, one after another. */
    reloadSecrets: async () => {
      for (const { running } of parts) {
        process.kill(running.pid(), 'SIGHUP');
        await sleep(RELOAD_INTERVAL_MS);
      }
    },
    lines: () => parts.flatMap(({ running }) => running.lines()),
    stop: async () => {
      for (const { running } of parts) await running.stop();
      files.remove();
      await scratch.drop();
      await role.drop();
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

/** The requests seal, open, sign and verify, and write incidents. */
function requestsOf({ env, port }: Service, client: LoadClient, token: string, hookUrl: string) {
  const root = () => `http://127.0.0.1:${port()}/prod/api/v1`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = (path: string) => client.send(`${root()}${path}`, { headers });
  const post = (path: string, body: object, key?: string) =>
    client.send(`${root()}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    });
  const made: Record<string, unknown>[] = [];
  const webhook = async () => {
    const reply = await post('/webhooks/outbound', {
      name: 'Rotated',
      url: hookUrl,
      events: ['change.submitted'],
      headers: { 'x-token': 'secret' },
    });
    if (reply.status === 201) made.push(JSON.parse(reply.text));
    return reply;
  };
  return {
    get,
    post,
    write: () => post('/incidents', { short_description: 'While keys change' }),
    webhook,
    any: [
      webhook,
      // The newest webhook may be sealed by the other API; an older one may be sealed under the old key.
      async () => get(`/webhooks/outbound/${String(made.at(-1)?.['id'])}`),
      async () => get(`/webhooks/outbound/${String(made[made.length >> 1]?.['id'])}`),
      async () => {
        const reply = await client.send(`http://127.0.0.1:${env.AUTH_PORT}/oauth2/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
          }).toString(),
        });
        return reply;
      },
    ],
  };
}

interface SentRequest extends ClientResponse {
  what: string;
}

/** Calls `before` before the old key is removed, which an operator does a day later. */
const rotateKey = async (
  { files, key, env, reloadSecrets }: Service,
  before: () => Promise<void>,
): Promise<string> => {
  files.write({ ENCRYPTION_KEY: newKey(), OLD_ENCRYPTION_KEY: key });
  await reloadSecrets();
  const { output } = await waitForExit(run(['admin', 'rekey'], env));
  await before();
  files.write({ OLD_ENCRYPTION_KEY: '' });
  await reloadSecrets();
  return output;
};

/** The burst sends many requests at once, so that the pools open new connections. */
const rotatePassword = async (
  { files, role, sql }: Service,
  burst: () => Promise<unknown>,
): Promise<number> => {
  const password = randomBytes(12).toString('hex');
  await role.change(password);
  files.write({ DATABASE_PASSWORD: password });
  const [{ now }] = await sql('select now()::text');
  return until('processes log in with the new password', async () => {
    await burst();
    const [{ n }] = await sql(
      `select count(*)::int as n from pg_stat_activity where usename = '${role.name}' and backend_start > '${now}'`,
    );
    return n;
  });
};

export async function proveSecretRotation({
  rate,
  seed,
}: {
  rate: number;
  seed: number;
}): Promise<Report> {
  const faults: string[] = [];
  const log = await startDeliveryLog((_, response) => void response.writeHead(204).end());
  const service = await startService(seed);
  const client = new LoadClient(200);
  try {
    const token = await tokenFor(service.env, CLIENT.id, CLIENT.secret);
    const requests = requestsOf(service, client, token, log.urlOf('unused'));
    const hook = await requests.post('/webhooks/outbound', {
      name: 'Rotation',
      url: log.urlOf('rotation'),
      events: ['incident.created'],
    });
    log.secrets.set('rotation', [JSON.parse(hook.text).secret]);
    for (let n = 0; n < 5; n += 1) await requests.write();
    await requests.webhook();
    // A cursor and an idempotent request must stay valid after the rotation.
    const first = JSON.parse((await requests.get('/incidents?limit=2')).text);
    const cursor = `/incidents?limit=2&cursor=${first.next_cursor}`;
    const repeatRequest = () => requests.post('/incidents', { short_description: 'Once' }, 'once');
    const original = await repeatRequest();

    const over = new AbortController();
    const sent: SentRequest[] = [];
    const pending: Promise<unknown>[] = [];
    const record = (what: string, reply: Promise<ClientResponse>) =>
      pending.push(reply.then((one) => sent.push({ ...one, what })));
    const load = async () => {
      while (!over.signal.aborted)
        await atPace(rate, 1, async (n) => {
          record('write', requests.write());
          const extra = requests.any[n % 8];
          if (extra) record(`extra ${n % 8}`, extra());
        });
    };
    const loading = load();
    await sleep(RELOAD_INTERVAL_MS);
    const rekeyOutput = await rotateKey(service, async () => {
      record('cursor', requests.get(cursor));
      const again = await repeatRequest();
      if (again.text !== original.text)
        faults.push(`the repeated request got another response: ${again.status} ${again.text}`);
    });
    const logins = await rotatePassword(service, () =>
      Promise.all(Array.from({ length: 40 }, () => requests.get('/incidents?limit=5'))),
    );
    await sleep(3 * RELOAD_INTERVAL_MS);
    over.abort();
    await loading;
    await Promise.all(pending);

    const failed = sent.filter(({ status }) => status < 200 || status > 299);
    for (const { what, status, text } of failed.slice(0, 5))
      faults.push(`${what}: ${status} ${text}`);
    if (!/^[1-9]\d* rows/m.test(rekeyOutput)) faults.push(`admin rekey: ${rekeyOutput}`);
    const old = `01${secretKeyOf(Buffer.from(service.key, 'base64')).id.toString('hex')}`;
    for (const [table, column] of [
      ['signing_keys', 'private_key'],
      ['provider_state', 'content'],
      ['outbound_webhooks', 'secret'],
      ['outbound_webhooks', 'headers'],
    ]) {
      const left = await service.sql(
        `select id from ${table} where encode(substr(${column}, 1, 5), 'hex') = '${old}' limit 1`,
      );
      if (left.length > 0) faults.push(`${table}.${column} has a row sealed under the old key`);
    }
    const written = sent.filter(({ what }) => what === 'write').length;
    await until('every event is delivered', async () => log.all.length >= written + 6);
    faults.push(...deliveryFaults(log));
    for (const { msg, detail } of service.lines())
      if (msg === 'secrets.refused') faults.push(String(detail));
    return {
      figures: {
        writes: written,
        others: sent.length - written,
        failed: failed.length,
        delivered: log.all.length,
        logins,
      },
      faults,
    };
  } finally {
    client.close();
    await service.stop();
    await log.receiver.close();
  }
}
