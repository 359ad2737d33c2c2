// A whole instance per test file: its own database cloned from a migrated template, a real issuer, real TCP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import pg from 'pg';
import { buildApp } from '../src/app.ts';
import type { Role } from '../src/identity/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { buildDeps, type Deps } from '../src/platform/deps.ts';
import { startWorker } from '../src/worker.ts';
import { cloneDatabase } from './databases.ts';
import { responseChecker } from './documented.ts';

/** An identity provider of the tests' own: one RSA key, published over HTTP. */
export const issuer = (() => {
  const start = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }];
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return { privateKey, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  let started: ReturnType<typeof start> | undefined;
  return () => (started ??= start());
})();

export interface Claims {
  [claim: string]: unknown;
}

/** A good token unless the claims or the header say otherwise; undefined takes a claim away. */
export async function mint(
  claims: Claims = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const { privateKey, url } = await issuer();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: url,
    aud: 'signalbox',
    sub: 'tester',
    iat: now,
    exp: now + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test', ...header })
    .sign(privateKey);
}

const tokens = new Map<string, Promise<string>>();
export const tokenFor = (role: Role, email: string): Promise<string> => {
  const key = `${role} ${email}`;
  const token = tokens.get(key) ?? mint({ sub: email, email, roles: [role] });
  tokens.set(key, token);
  return token;
};

// eslint-disable-next-line typescript/no-explicit-any -- a test reads what came, whatever it is
export type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  /** Undefined if it is not JSON. */
  body: Json;
  text: string;
  bytes: Buffer;
}

/** The faults of a refusal as "pointer code", sorted. */
export const faultsOf = ({ body }: Reply): string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).toSorted();

export interface Ask {
  as?: Role | null;
  email?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Which of the two addresses; the current version's unless given. */
  prefix?: string;
}

export const PREFIXES = ['/prod/api', '/prod/api/v1'] as const;
const isAddress = (prefix: string): boolean => (PREFIXES as readonly string[]).includes(prefix);

export interface Instance {
  app: FastifyInstance;
  deps: Deps;
  url: string;
  /** Calls the API and holds every answer against openapi.json. */
  call: (method: string, path: string, ask?: Ask) => Promise<Reply>;
  sql: (text: string, values?: unknown[]) => Promise<Json[]>;
  stop: () => Promise<void>;
}

/** For proofs, which stand outside the server's package, to put SQL into a transaction of `deps`. */
export { sql } from 'kysely';

export const addressOf = (role: Role): string => `${role}@example.com`;

export async function startInstance(
  options: { now?: () => Date; pool?: number; env?: Record<string, string>; worker?: boolean } = {},
): Promise<Instance> {
  const { url: issuerUrl } = await issuer();
  const clone = await cloneDatabase();
  const config = loadConfig({
    PORT: '0',
    BASE_URL: 'https://desk.example.com',
    AUTH_URL: issuerUrl,
    DATABASE_URL: clone.url,
    DATABASE_POOL: String(options.pool ?? 8),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    INSTANCE_NAME: 'test',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const { deps, close } = buildDeps(config, options.now);
  const app = await buildApp(deps);
  const worker = options.worker ? await startWorker(deps) : undefined;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const check = responseChecker(app.swagger() as Json);
  const reader = new pg.Pool({ connectionString: clone.url, max: 2 });
  // The database is dropped under connections that are about to close.
  reader.on('error', () => {});

  const call = async (method: string, path: string, ask: Ask = {}): Promise<Reply> => {
    const { as = 'itsm_manager', prefix = '/prod/api/v1', body } = ask;
    const token = ask.token ?? (as && (await tokenFor(as, ask.email ?? addressOf(as))));
    const response = await fetch(`${url}${prefix}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = /^application\/(problem\+)?json/.test(
      response.headers.get('content-type') ?? '',
    );
    const reply = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    if (isAddress(prefix)) check(method, path.split('?', 1)[0] ?? '', reply);
    return reply;
  };

  return {
    app,
    deps,
    url,
    call,
    sql: async (text, values) => (await reader.query(text, values)).rows,
    stop: async () => {
      await app.close();
      await worker?.stop();
      await close();
      await reader.end();
      await clone.drop();
    },
  };
}
