// Known secrets are sent to every entry point, correctly and incorrectly: none may appear in the log, the database, the
// metrics or an error.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '../../../src/app.ts';
import { cloneDatabase, withClient } from '../../support/databases.ts';
import { type Json, UNLIMITED } from '../../support/harness.ts';
import { requestToken, beginLogin, Browser, logIn } from '../../support/people.ts';
import {
  waitForExit,
  waitForStart,
  ownEnvironment,
  run,
  tokenFor,
} from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';

const drawSecret = (name: string): string => `${name}-${randomBytes(15).toString('base64url')}`;

/** Returns the secret verbatim, and encoded as a dump or a careless log would write it. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, '').slice(0, -1),
  ];
};

class Visitor {
  readonly errors: string[] = [];
  readonly #api: string;
  requests = 0;

  constructor(api: string) {
    this.#api = api;
  }

  /** Keeps every error response. */
  async note(response: Response): Promise<Response> {
    this.requests += 1;
    if (response.status >= 400)
      this.errors.push(`${[...response.headers].join('\n')}\n${await response.clone().text()}`);
    return response;
  }

  async call(token: string, method: string, path: string, body?: unknown): Promise<Json> {
    const response = await this.note(
      await fetch(`${this.#api}/prod/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomBytes(8).toString('hex'),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    if (response.headers.get('content-type')?.startsWith('application/json'))
      return response.json();
    // An event stream has no end.
    await response.body?.cancel();
    return undefined;
  }
}

interface Endpoints {
  visitor: Visitor;
  authUrl: string;
  baseUrl: string;
  token: string;
  secrets: Record<string, string>;
}

/** Creates and updates clients, users, keys and webhooks, each with a secret. */
async function useSecrets({ visitor, authUrl, baseUrl, token, secrets }: Endpoints): Promise<void> {
  const keep = (name: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') secrets[name] = value;
    else throw new Error(`no ${name}`);
  };
  const person = { email: 'canary@example.com', password: drawSecret('person-password') };
  keep('password', person.password);
  await visitor.call(token, 'POST', '/users', {
    ...person,
    name: 'Canary',
    roles: ['super_admin'],
  });
  const tokens = await logIn(authUrl, baseUrl, person);
  for (const name of ['access_token', 'refresh_token', 'id_token']) keep(name, tokens[name]);
  const key = await visitor.call(tokens.access_token, 'POST', '/profile/api-keys', {
    name: 'Canary',
  });
  keep('api key', key.secret);
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: key.secret,
  };
  keep('exchanged token', (await requestToken(authUrl, exchange)).body.access_token);
  const client = await visitor.call(token, 'POST', '/clients', {
    name: 'Canary',
    roles: ['agent'],
  });
  keep('client secret', client.secret);
  keep(
    'new client secret',
    (await visitor.call(token, 'POST', `/clients/${client.client_id}/rotate-secret`)).secret,
  );
  const header = drawSecret('receiver-password');
  keep('header of a webhook', header);
  const out = await visitor.call(token, 'POST', '/webhooks/outbound', {
    name: 'Canary',
    url: 'https://127.0.0.1:1/',
    events: ['incident.created'],
    headers: { 'X-Receiver': header },
    sign_payloads: true,
  });
  keep('webhook secret', out.secret);
  keep(
    'new webhook secret',
    (await visitor.call(token, 'POST', `/webhooks/outbound/${out.id}/rotate-secret`, {})).secret,
  );
  const hook = await visitor.call(token, 'POST', '/webhooks/inbound', {
    name: 'Canary',
    field_mapping: {},
  });
  keep('inbound secret', hook.secret);
  await visitor.call(token, 'POST', '/incidents', { short_description: 'A delivery that fails' });
  await visitor.call(token, 'POST', `/webhooks/outbound/${out.id}/test`);
  const changed = { ...person, new_password: drawSecret('changed-password') };
  keep('changed password', changed.new_password);
  await visitor.note(
    await fetch(`${authUrl}/password`, { method: 'POST', body: new URLSearchParams(changed) }),
  );
}

/** Sends each secret where it does not belong: as a token, id, body, query, client secret and password. */
async function misuseSecrets({
  visitor,
  authUrl,
  baseUrl,
  token,
  secrets,
}: Endpoints): Promise<void> {
  const values = Object.values(secrets);
  const at = (n: number) => values[n % values.length] ?? '';
  for (const [n, { method, path }] of routes.entries()) {
    const target = path.replaceAll(/:\w+/g, 'INC0000001');
    const hasBody = method === 'POST' || method === 'PATCH';
    await visitor.call(at(n), method, target, hasBody ? {} : undefined);
    await visitor.call(
      token,
      method,
      target,
      hasBody ? { password: at(n), secret: at(n + 1) } : undefined,
    );
    if (hasBody) await visitor.call(token, method, target, `{"password": "${at(n)}", `);
    if (hasBody) await visitor.call(token, method, target, `"${at(n)}"`);
  }
  for (const secret of values) {
    await visitor.call(token, 'POST', '/users', {
      email: 'x',
      password: secret.slice(0, 5),
      name: secret.length,
    });
    const basic = Buffer.from(`first:${secret}`).toString('base64');
    const forms: Record<string, string>[] = [
      { grant_type: 'client_credentials', client_id: 'nobody', client_secret: secret },
      { grant_type: 'refresh_token', client_id: 'console', refresh_token: secret },
      {
        grant_type: 'authorization_code',
        client_id: 'console',
        code: secret,
        code_verifier: secret,
      },
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token: secret },
      { grant_type: 'password', client_id: 'console', username: 'x', password: secret },
    ];
    for (const form of forms)
      await visitor.note(
        await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
      );
    await visitor.note(
      await fetch(`${authUrl}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    );
    const browser = new Browser();
    const page = await browser.follow(
      await browser.visit(beginLogin(authUrl, baseUrl).url),
      authUrl,
    );
    await visitor.note(
      await browser.visit(page.url, { email: 'canary@example.com', password: secret }),
    );
    await visitor.note(
      await fetch(`${authUrl}/password`, {
        method: 'POST',
        body: new URLSearchParams({
          email: 'x@example.com',
          password: secret,
          new_password: secret,
        }),
      }),
    );
  }
}

/** Creates a role with a known password, so that the database URL contains a secret. */
async function ownRole(
  url: string,
): Promise<{ url: string; password: string; drop: () => Promise<unknown> }> {
  const [name, password] = [
    `canary_${randomBytes(5).toString('hex')}`,
    drawSecret('database-password'),
  ];
  await withClient(url, (client) =>
    client.query(`create role ${name} superuser login password '${password}'`),
  );
  const own = new URL(url);
  own.username = name;
  own.password = password;
  const base = new URL(url);
  base.pathname = '/postgres';
  return {
    url: own.href,
    password,
    drop: () => withClient(base.href, (client) => client.query(`drop role if exists ${name}`)),
  };
}

const dumpDatabase = async (url: string): Promise<string> => {
  const [command = 'pg_dump', ...args] = (process.env['PG_DUMP'] ?? 'pg_dump').split(' ');
  const { stdout } = await promisify(execFile)(command, [...args, '--inserts', url], {
    maxBuffer: 1 << 30,
  });
  return stdout;
};

export async function proveCanaries(): Promise<Report> {
  const scratch = await cloneDatabase();
  const role = await ownRole(scratch.url);
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-canaries-'));
  const encryptionKey = randomBytes(32).toString('base64');
  const secrets: Record<string, string> = {
    'bootstrap secret': drawSecret('bootstrap-client-secret'),
    'bootstrap password': drawSecret('bootstrap-password'),
    'database password': role.password,
    'encryption key': encryptionKey,
  };
  const env: Record<string, string> = {
    ...(await ownEnvironment(scratch)),
    DATABASE_URL: role.url,
    ENCRYPTION_KEY: encryptionKey,
    LOG_LEVEL: 'trace',
    RATE_LIMITS: UNLIMITED,
    EGRESS_ALLOW: '127.0.0.1',
    BOOTSTRAP_CLIENT_ID: 'first',
    BOOTSTRAP_CLIENT_SECRET: secrets['bootstrap secret'] ?? '',
    BOOTSTRAP_ADMIN_EMAIL: 'first@example.com',
    BOOTSTRAP_ADMIN_PASSWORD: secrets['bootstrap password'] ?? '',
  };
  const logFile = join(folder, 'log');
  const service = run(['start'], env, logFile);
  const places: Record<string, string> = {};
  try {
    await waitForStart(service);
    const baseUrl = `http://localhost:${env['PORT']}`;
    const visitor = new Visitor(baseUrl);
    const token = await tokenFor(env, 'first', secrets['bootstrap secret'] ?? '');
    const endpoints = {
      visitor,
      baseUrl,
      authUrl: `http://localhost:${env['AUTH_PORT']}`,
      token,
      secrets,
    };
    await useSecrets(endpoints);
    await misuseSecrets(endpoints);
    const cut = (client: { query: (text: string, values: unknown[]) => Promise<unknown> }) =>
      client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        [],
      );
    await withClient(scratch.url, cut);
    await misuseSecrets({ ...endpoints, secrets: { only: secrets['password'] ?? '' } });
    // Standard output may show a secret to the operator who ran the command; standard error must not.
    const wrong = { ...env, DATABASE_URL: role.url.replace(/@[^/]+/, '@127.0.0.1:1') };
    const complaints = await Promise.all([
      waitForExit(
        run(['admin', 'user', 'create', '--email', 'x', '--name', 'x', '--role', 'x'], env),
      ),
      waitForExit(run(['migrate'], wrong)),
      waitForExit(run(['migrate'], { ...env, ENCRYPTION_KEY: `${encryptionKey.slice(0, -1)}x` })),
    ]);
    places['metrics'] = await (
      await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)
    ).text();
    places['errors'] = visitor.errors.join('\n');
    places['commands'] = complaints.map(({ output }) => output).join('\n');
    places['dump'] = await dumpDatabase(scratch.url);
    const gone = waitForExit(service);
    service.process.kill('SIGTERM');
    await gone;
    places['log'] = await readFile(logFile, 'utf8');
    secrets['bearer'] = token;
    const faults = Object.entries(places).flatMap(([place, text]) => [
      ...(text.length < 100 ? [`${place} is empty`] : []),
      ...Object.entries(secrets).flatMap(([name, secret]) =>
        formsOf(secret).flatMap((form) => {
          const found = text.indexOf(form);
          return found === -1
            ? []
            : [`${name} in ${place}: ${text.slice(Math.max(0, found - 200), found + 20)}`];
        }),
      ),
    ]);
    const kilobytes = Math.round(Object.values(places).join('').length / 1000);
    return {
      figures: {
        secrets: Object.keys(secrets).length,
        requests: visitor.requests,
        kilobytes,
        found: faults.length,
      },
      faults,
    };
  } finally {
    service.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    await scratch.drop();
    await role.drop();
  }
}
