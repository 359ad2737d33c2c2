// The HTTP listener of the identity provider stays open while the provider behind it is rebuilt, as keys rotate.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readiness } from '../../platform/runtime/health.ts';
import { commonHeaders } from '../../platform/http/output/headers.ts';
import { toApiError } from '../../platform/http/output/errors.ts';
import { stopListening } from '../../platform/http/guard/stop-listening.ts';
import { requestIdOf } from '../../platform/http/request/request-id.ts';
import { IDLE_MS } from '../../platform/http/server.ts';
import {
  overrideNodeDefaults,
  parseErrorResponder,
} from '../../platform/http/output/parse-errors.ts';
import { startSchedules } from '../../platform/background/schedules.ts';
import { respondWithPage } from '../pages/page-routes.ts';
import { purgeExpiredLinks } from '../account-links/account-links.sql.ts';
import { purgeExpiredFailures, purgeExpiredNetworks } from '../sign-in/throttle.sql.ts';
import { KNOWN_NETWORK_DAYS } from '../sign-in/password-login.ts';
import { purgeExpiredRevocations } from '../revocations/revocations.sql.ts';
import { purgeExpiredSignIns } from '../sign-ins/sign-ins.sql.ts';
import { purgeExpiredSessions } from '../sessions/sessions.sql.ts';
import { purgeExpiredChallenges } from '../passkeys/passkeys.sql.ts';
import { purgeExpiredVerifications } from '../verification/verification.sql.ts';
import { withClientId } from './exchange-request.ts';
import { Guard } from './guard.ts';
import { isRotationDue, loadKeys, type SigningKey, rotateSigningKeys } from './keys.ts';
import { readSigningKeys } from './keys.sql.ts';
import { buildProvider } from './provider.ts';
import { type KeySchedule, signingKey } from './schedule.ts';
import { purgeExpiredState } from './state.sql.ts';

const REFRESH_KEYS_SECONDS = 5;
const PURGE_SECONDS = 60;
/** The start is retried at this interval while the database is unavailable. */
const RETRY_SECONDS = 1;

/** A table is missing while the migration that creates it is pending. */
const UNDEFINED_TABLE = '42P01';

/** Waiting helps if the database is down or starting, or if its migrations are running. */
const isUnavailable = (error: Error & { code?: string }): boolean =>
  error.code === UNDEFINED_TABLE || toApiError(error).status === 503;

/**
 * Rebuilds the provider only if the signing key or the published keys changed. Otherwise a refresh is one read: locking
 * and decrypting the keys every time took half of the CPU time of an idle process.
 */
class CurrentProvider {
  readonly #deps: Deps;
  #prepare: (() => Promise<void>) | undefined;
  #provider: Provider | undefined;
  #fingerprint = '';

  constructor(deps: Deps, prepare?: () => Promise<void>) {
    this.#deps = deps;
    this.#prepare = prepare;
  }

  hasStarted(): boolean {
    return this.#provider !== undefined;
  }

  async refresh(): Promise<void> {
    await this.#prepare?.();
    this.#prepare = undefined;
    const known = await readSigningKeys(this.#deps.db);
    if (isRotationDue(known, this.#now())) await rotateSigningKeys(this.#deps);
    else if (this.#fingerprintOf(known) === this.#fingerprint) return;
    const keys: SigningKey[] = await loadKeys(this.#deps);
    const signing = signingKey(keys, this.#now());
    if (!signing) throw new Error('there is no signing key');
    const fingerprint = this.#fingerprintOf(keys);
    if (fingerprint === this.#fingerprint) return;
    this.#provider = buildProvider(this.#deps, keys, signing);
    this.#fingerprint = fingerprint;
  }

  #now(): number {
    return this.#deps.now().getTime();
  }

  #fingerprintOf(keys: readonly KeySchedule[]): string {
    return [signingKey(keys, this.#now())?.id, ...keys.map(({ id }) => id)].join(' ');
  }

  get(): Provider {
    if (!this.#provider) throw new Error('the identity provider has not started');
    return this.#provider;
  }
}

const hoursAgo = ({ now }: Deps, hours: number): string =>
  new Date(now().getTime() - hours * 3_600_000).toISOString();

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
};

/**
 * Links and cookies use the public URL regardless of forwarded headers; otherwise they would be built from a Host
 * header that any client can set.
 */
function usePublicUrl(request: IncomingMessage, authUrl: URL): void {
  request.headers.host = authUrl.host;
  request.headers['x-forwarded-proto'] = authUrl.protocol.slice(0, -1);
  delete request.headers['x-forwarded-host'];
  const prefix = authUrl.pathname.replace(/\/$/, '');
  if (prefix && request.url?.startsWith(`${prefix}/`)) {
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url.slice(prefix.length);
  }
}

function logRequests({ log }: Deps, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  const { method, url = '/' } = request;
  const about = {
    request_id: response.getHeader('x-request-id'),
    method,
    path: url.split('?', 1)[0],
  };
  response.once('close', () => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    // Status 499 means, as in the API's log, that the client closed the connection before it had the response.
    const status = response.writableFinished ? response.statusCode : 499;
    log.info({ ...about, status, ms }, 'auth.completed');
  });
}

/** The library's own pages set no CSP. One of them submits itself by a script, so scripts are not forbidden here. */
const headersOf = ({ config }: Deps): Record<string, string> => ({
  ...commonHeaders(config)(undefined),
  'content-security-policy': "frame-ancestors 'none'",
});

const setHeaders = (response: ServerResponse, headers: Record<string, string>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
};

async function handleRequest(
  deps: Deps,
  { current, guard, server }: { current: CurrentProvider; guard: Guard; server: Server },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = guard.addressOf(request);
  setHeaders(response, {
    ...headersOf(deps),
    'x-request-id': requestIdOf(request.headers['x-request-id']),
    ...guard.limitHeadersOf(address),
    ...(deps.lifecycle.isStopping && !server.listening && { connection: 'close' }),
  });
  if (request.url === '/livez') return send(response, 200, { status: 'ok' });
  if (request.url === '/readyz') {
    const { status, body } = await readiness(deps);
    if (status === 200 && !current.hasStarted())
      return send(response, 503, { ...body, status: 'failed' });
    return send(response, status, body);
  }
  logRequests(deps, request, response);
  if (!guard.admit(request, response)) return;
  usePublicUrl(request, new URL(deps.config.AUTH_URL));
  const provider = current.get();
  if (await respondWithPage({ deps, provider, address, request, response })) return;
  const completed = await withClientId(request);
  if ('error_description' in completed) {
    const { status, error_description } = completed;
    response.setHeader('connection', 'close');
    return send(response, status, { error: 'invalid_request', error_description });
  }
  await provider.callback()(completed, response);
}

export interface AuthListener {
  server: Server;
  /** Applies a change of keys now instead of at the next interval. */
  refresh: () => Promise<void>;
  /** Connections stay open a little longer while a gateway drains the process. */
  stop: (isDraining?: boolean) => Promise<void>;
}

/**
 * `prepare` runs once, before the first request is served. While the database is unavailable, the listener responds to
 * probes and is not ready, as the API does; a process that exits would be restarted later and later.
 */
export async function startAuth(deps: Deps, prepare?: () => Promise<void>): Promise<AuthListener> {
  const current = new CurrentProvider(deps, prepare);
  await current.refresh().catch((error: Error) => {
    if (!isUnavailable(error)) throw error;
    deps.log.warn({ err: error }, 'auth.waiting');
  });
  const guard = new Guard(deps);
  const server: Server = createServer(
    {
      requestTimeout: 10_000,
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: IDLE_MS,
      // Node would respond without our headers; `usePublicUrl` sets the host anyway.
      requireHostHeader: false,
    },
    (request, response) => {
      handleRequest(deps, { current, guard, server }, request, response).catch((error: unknown) => {
        deps.log.error({ err: error }, 'auth.crashed');
        if (response.headersSent) response.destroy();
        else
          send(response, 503, {
            error: 'temporarily_unavailable',
            error_description:
              'The service is temporarily unavailable. Try again in a few seconds.',
          });
      });
    },
  );
  const respondUnparsed = parseErrorResponder(deps.log, (address) => ({
    ...headersOf(deps),
    ...guard.limitHeadersOf(address),
  }));
  server.on('clientError', respondUnparsed);
  overrideNodeDefaults(server, respondUnparsed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(deps.config.AUTH_PORT, deps.config.BIND, () => resolve());
  });
  const schedules = startSchedules(
    [
      {
        name: 'refresh-signing-keys',
        everySeconds: () => (current.hasStarted() ? REFRESH_KEYS_SECONDS : RETRY_SECONDS),
        run: () => current.refresh(),
      },
      {
        name: 'sweep-provider-state',
        everySeconds: PURGE_SECONDS,
        run: () => purgeExpiredState(deps.db, new Date().toISOString()),
      },
      {
        name: 'sweep-sessions',
        everySeconds: PURGE_SECONDS,
        run: () => purgeExpiredSessions(deps.db, hoursAgo(deps, 1)),
      },
      {
        name: 'sweep-verifications',
        everySeconds: PURGE_SECONDS,
        run: async () => {
          const now = deps.now().toISOString();
          await purgeExpiredVerifications(deps.db, now);
          await purgeExpiredChallenges(deps.db, now);
        },
      },
      {
        name: 'sweep-sign-in-events',
        everySeconds: PURGE_SECONDS,
        run: () => purgeExpiredSignIns(deps.db, deps.now()),
      },
      {
        name: 'sweep-login-failures',
        everySeconds: PURGE_SECONDS,
        run: async () => {
          await purgeExpiredFailures(deps.db, hoursAgo(deps, 24));
          await purgeExpiredNetworks(deps.db, hoursAgo(deps, 24 * KNOWN_NETWORK_DAYS));
        },
      },
      {
        name: 'sweep-account-links',
        everySeconds: PURGE_SECONDS,
        run: async () => void (await purgeExpiredLinks(deps.db, deps.now().toISOString())),
      },
      {
        name: 'sweep-revocations',
        everySeconds: PURGE_SECONDS,
        run: async () => void (await purgeExpiredRevocations(deps.db, deps.now())),
      },
    ],
    deps.log,
  );
  return {
    server,
    refresh: () => current.refresh(),
    stop: async (isDraining = false) => {
      await schedules.stop();
      deps.lifecycle.isStopping = true;
      if (isDraining) await stopListening(server);
      const closed = new Promise((resolve) => void server.close(resolve));
      // Repeated, because a busy connection may become idle and then stay open as long as its client likes.
      const closing = setInterval(() => server.closeIdleConnections(), 100);
      await closed;
      clearInterval(closing);
    },
  };
}
