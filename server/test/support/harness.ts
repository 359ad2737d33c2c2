// Each test file gets a whole instance: a database cloned from a migrated template, an identity provider, real TCP.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { compose } from '../../src/feature.ts';
import { features } from '../../src/features.ts';
import { Embedder } from '../../src/knowledge/embeddings/embedder.ts';
import { useEmbedder } from '../../src/knowledge/embeddings/process-embedder.ts';
import { useMailResolver } from '../../src/mail/messages/process-parts.ts';
import {
  type AuthListener,
  systemContext,
  loadKeys,
  registerClient,
  type Role,
  startAuth,
} from '../../src/identity/index.ts';
import { loadConfig } from '../../src/platform/runtime/config.ts';
import { buildDeps, type Deps } from '../../src/platform/runtime/deps.ts';
import { startWorker } from '../../src/worker.ts';
import { cloneDatabase } from './databases.ts';
import { responseChecker } from './response-checker.ts';
import { SharedModel } from './embedding-model.ts';
import { freePort } from './ports.ts';
import { send } from './requests.ts';

export interface Claims {
  [claim: string]: unknown;
}

/** Signs tokens with the instance's own key; they are valid unless the claims or the header make them invalid. */
const minter =
  (deps: Deps): Instance['mint'] =>
  async (claims = {}, header = {}) => {
    const [key] = await loadKeys(deps);
    if (!key) throw new Error('The instance has no signing key');
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: deps.config.AUTH_URL,
      aud: 'signalbox',
      scope: 'api',
      sub: 'tester',
      iat: now,
      exp: now + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.id, ...header })
      .sign(await importJWK(key.jwk, 'ES256'));
  };

/** Starts only the identity provider, for API processes of a database. */
export async function startIssuer(databaseUrl: string) {
  const authPort = await freePort();
  const config = loadConfig({
    AUTH_PORT: authPort,
    DATABASE_URL: databaseUrl,
    DATABASE_WAIT_MS: '60000',
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  const { deps, close } = buildDeps(config);
  compose(features);
  const auth = await startAuth(deps);
  const stop = async () => {
    await auth.stop();
    await close();
  };
  return { url: config.AUTH_URL, mint: minter(deps), tokenFor: tokensOf(deps), stop };
}

/** Obtains tokens by client credentials from the instance's identity provider: one client per role and address, one token per client. */
function tokensOf(deps: Deps): Instance['tokenFor'] {
  const tokens = new Map<string, Promise<string>>();
  const get = async (role: Role, email: string) => {
    const { row, secret } = await deps.db.transaction().execute((tx) =>
      registerClient(tx, systemContext(deps, 'tests'), deps.config, {
        name: `${role} ${email}`,
        email,
        roles: [role],
      }),
    );
    const response = await fetch(`${deps.config.AUTH_URL}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: row.id,
        client_secret: secret,
      }),
    });
    const { access_token } = (await response.json()) as { access_token?: string };
    if (!access_token) throw new Error(`The token request failed with status ${response.status}`);
    return access_token;
  };
  return (role, email = addressOf(role)) => {
    const key = `${role} ${email}`;
    const token = tokens.get(key) ?? get(role, email);
    tokens.set(key, token);
    // A test may ask again once the identity provider responds.
    token.catch(() => tokens.delete(key));
    return token;
  };
}

// eslint-disable-next-line typescript/no-explicit-any -- a test reads responses of any shape
export type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  /** Undefined if the response is not JSON. */
  body: Json;
  text: string;
  bytes: Buffer;
}

/** Returns each fault of a validation error as "pointer code", sorted. */
export const faultsOf = ({ body }: Reply): string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).toSorted();

export interface RequestOptions {
  as?: Role | null;
  email?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The prefix defaults to that of the current version. */
  prefix?: string;
}

export const PREFIXES = ['/prod/api', '/prod/api/v1'] as const;
const isApiPrefix = (prefix: string): boolean => (PREFIXES as readonly string[]).includes(prefix);

export interface Instance {
  app: FastifyInstance;
  deps: Deps;
  url: string;
  auth: AuthListener;
  /** Returns the token of a client with this role. */
  tokenFor: (role: Role, email?: string) => Promise<string>;
  /** Signs a token with the given claims and header; undefined removes a claim. */
  mint: (claims?: Claims, header?: Record<string, unknown>) => Promise<string>;
  /** Sends a request to the API and validates the response against openapi.json. */
  call: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  sql: (text: string, values?: unknown[]) => Promise<Json[]>;
  /** Starts the worker of an instance with `worker: 'later'`. */
  startWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Benchmarks are outside the server's package, so they import kysely and jose from here. */
export { sql } from 'kysely';
export { decodeJwt, importJWK, SignJWT } from 'jose';

/** Tests that are not about rate limits use these. */
export const UNLIMITED =
  'general=1000000,inbound=1000000,gateway=1000000,gateway.burst=1000000,address=1000000,address.burst=1000000,credentials=1000000,credentials.burst=1000000';

/** Tests of the AI endpoints that are not about rate limits use these. */
export const UNLIMITED_AI = `${UNLIMITED},ai.ask=1000000,ai.analyze=1000000,ai.exemplars=1000000,ai.suggest=1000000,ai.query=1000000`;

export const addressOf = (role: Role): string => `${role}@example.com`;

/** The process shares one checker: every instance has the same routes, and compiling the schemas takes longer than starting an instance. */
const checkerOf = (() => {
  let checker: ReturnType<typeof responseChecker> | undefined;
  return (app: FastifyInstance) => (checker ??= responseChecker(app.swagger() as Json));
})();

interface InstanceOptions {
  now?: () => Date;
  pool?: number;
  /** Set it for clients that need the real address in BASE_URL, such as a browser. */
  port?: number;
  env?: Record<string, string>;
  /** A database given by its URL is not dropped; `env` then has the ENCRYPTION_KEY that sealed its keys. */
  database?: string | undefined;
  /** With 'later', the test starts the worker, for example after another one was killed. */
  worker?: boolean | 'later';
  /** If true, jobs of the worker may load the embedding model. */
  model?: boolean;
}

const withoutModel = () =>
  new Embedder({
    resolvePackage: () => {
      throw new Error('This instance runs without the embedding model.');
    },
  });

/** One route takes mail instead of JSON. */
const mediaTypeOf = (path: string): string =>
  /^\/mailboxes\/[^/]+\/messages$/.test(path) ? 'message/rfc822' : 'application/json';

/** No test asks the DNS of others who has sent a mail; a test of senders has names of its own. */
const withoutNames = async (): Promise<never> => {
  throw Object.assign(new Error('The name does not exist.'), { code: 'ENOTFOUND' });
};

/** The key seals the secrets of instances; their worker processes use it too. */
export const INSTANCE_KEY = Buffer.alloc(32, 7).toString('base64');

export async function startInstance(options: InstanceOptions = {}): Promise<Instance> {
  const clone =
    options.database === undefined
      ? await cloneDatabase()
      : { url: options.database, drop: () => Promise.resolve() };
  const authPort = await freePort();
  const config = loadConfig({
    PORT: '0',
    BASE_URL: 'https://desk.example.com',
    AUTH_PORT: authPort,
    AUTH_URL: `http://127.0.0.1:${authPort}`,
    DATABASE_URL: clone.url,
    DATABASE_POOL: String(options.pool ?? 8),
    ENCRYPTION_KEY: INSTANCE_KEY,
    INSTANCE_NAME: 'test',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: UNLIMITED,
    // Tests share the CPU with others, and one process with each other.
    DATABASE_WAIT_MS: '60000',
    MAX_LOOP_DELAY_MS: '10000',
    MAX_MEMORY_MB: '8192',
    ...options.env,
  });
  const { deps, close } = buildDeps(config, options.now);
  // Every new incident has a job that would load the model.
  const isWithoutModel = options.worker && !options.model;
  useEmbedder(deps, isWithoutModel ? withoutModel() : new SharedModel());
  useMailResolver(deps, withoutNames);
  const auth = await startAuth(deps);
  const tokenFor = tokensOf(deps);
  const app = await buildApp(deps);
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  const startOwnWorker = async () => {
    worker = await startWorker(deps);
  };
  if (options.worker === true) await startOwnWorker();
  await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const check = checkerOf(app);
  const reader = new pg.Pool({ connectionString: clone.url, max: 2 });
  // The database is dropped while these connections are still closing.
  reader.on('error', () => {});

  const call = async (
    method: string,
    path: string,
    callOptions: RequestOptions = {},
  ): Promise<Reply> => {
    const { as = 'itsm_manager', prefix = '/prod/api/v1', body } = callOptions;
    const token = callOptions.token ?? (as && (await tokenFor(as, callOptions.email)));
    const { status, headers, bytes } = await send(`${url}${prefix}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': mediaTypeOf(path) }),
        ...callOptions.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = bytes.toString();
    const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');
    const reply = {
      status,
      headers,
      text,
      bytes,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    const isSparse = /[?&]fields=/.test(path);
    if (isApiPrefix(prefix)) check(method, path.split('?', 1)[0] ?? '', reply, { isSparse });
    return reply;
  };

  return {
    app,
    deps,
    url,
    auth,
    tokenFor,
    mint: minter(deps),
    call,
    sql: async (text, values) => (await reader.query(text, values)).rows,
    startWorker: startOwnWorker,
    stop: async () => {
      await app.close();
      await auth.stop();
      await worker?.stop();
      await close();
      await reader.end();
      await clone.drop();
    },
  };
}
