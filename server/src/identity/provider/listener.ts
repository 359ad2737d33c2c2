// The identity provider's own HTTP listener. Providers come and go behind it as keys rotate.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { health } from '../../platform/runtime/health.ts';
import { commonHeaders } from '../../platform/http/output/headers.ts';
import { requestIdOf } from '../../platform/http/request/request-id.ts';
import { IDLE_MS } from '../../platform/http/server.ts';
import { takeFromNode, parseErrorResponder } from '../../platform/http/output/parse-errors.ts';
import { startTicker } from '../../platform/runtime/ticker.ts';
import { respondWithPage } from '../pages/respond.ts';
import { purgeExpiredFailures, sweepNetworks } from '../pages/login.sql.ts';
import { KNOWN_NETWORK_DAYS } from '../pages/login.ts';
import { deleteRevocationsBefore } from '../revocations/revocations.sql.ts';
import { withFilledIn } from './exchange-request.ts';
import { Guard } from './guard.ts';
import { loadKeys, type SigningKey, tendKeys } from './keys.ts';
import { buildProvider } from './provider.ts';
import { signingKey } from './schedule.ts';
import { purgeExpiredState } from './state.sql.ts';

const LOOK_FOR_KEYS_SECONDS = 5;
const SWEEP_SECONDS = 60;

/** Builds another provider only if what signs or what is published changed. */
class CurrentProvider {
  readonly #deps: Deps;
  #provider: Provider | undefined;
  #mark = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async refresh(): Promise<void> {
    await tendKeys(this.#deps);
    const keys: SigningKey[] = await loadKeys(this.#deps);
    const signing = signingKey(keys, this.#deps.now().getTime());
    if (!signing) throw new Error('there is no signing key');
    const mark = [signing.id, ...keys.map(({ id }) => id)].join(' ');
    if (mark === this.#mark) return;
    this.#provider = buildProvider(this.#deps, keys, signing);
    this.#mark = mark;
  }

  get(): Provider {
    if (!this.#provider) throw new Error('the identity provider has not begun');
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
 * Links and cookies follow the public address, whatever a gateway forwards: without this they would be made of
 * a Host header that anybody can send.
 */
function speakAsPublic(request: IncomingMessage, authUrl: URL): void {
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
    // As in the API's log: the client closed the connection before it had the response.
    const status = response.writableFinished ? response.statusCode : 499;
    log.info({ ...about, status, ms }, 'auth.completed');
  });
}

/** The library's own pages have none; one of them sends itself by a script, so scripts are not refused for all. */
const headersOf = ({ config }: Deps): Record<string, string> => ({
  ...commonHeaders(config)(undefined),
  'content-security-policy': "frame-ancestors 'none'",
});

const setHeaders = (response: ServerResponse, headers: Record<string, string>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
};

async function answer(
  deps: Deps,
  { current, guard }: { current: CurrentProvider; guard: Guard },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = guard.addressOf(request);
  setHeaders(response, {
    ...headersOf(deps),
    'x-request-id': requestIdOf(request.headers['x-request-id']),
    ...guard.standingOf(address),
    // A client that keeps its connection would hold up the stop until it lets go.
    ...(deps.lifecycle.isStopping && { connection: 'close' }),
  });
  if (request.url === '/livez') return send(response, 200, { status: 'ok' });
  if (request.url === '/readyz') {
    const { status, checks } = await health(deps, '');
    const { isStopping } = deps.lifecycle;
    const isReady = status !== 'failed' && !isStopping;
    return send(response, isReady ? 200 : 503, {
      status: isStopping ? 'stopping' : status,
      checks,
    });
  }
  logRequests(deps, request, response);
  if (!guard.admit(request, response)) return;
  speakAsPublic(request, new URL(deps.config.AUTH_URL));
  const provider = current.get();
  if (await respondWithPage({ deps, provider, address, request, response })) return;
  const filledIn = await withFilledIn(request);
  if ('error_description' in filledIn) {
    const { status, error_description } = filledIn;
    response.setHeader('connection', 'close');
    return send(response, status, { error: 'invalid_request', error_description });
  }
  await provider.callback()(filledIn, response);
}

export interface AuthListener {
  server: Server;
  /** Takes up a change of keys now instead of at the next look. */
  refresh: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startAuth(deps: Deps): Promise<AuthListener> {
  const current = new CurrentProvider(deps);
  await current.refresh();
  const guard = new Guard(deps);
  const server: Server = createServer(
    {
      requestTimeout: 10_000,
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: IDLE_MS,
      // Node would respond without our headers; `speakAsPublic` sets the host anyway.
      requireHostHeader: false,
    },
    (request, response) => {
      answer(deps, { current, guard }, request, response).catch((error: unknown) => {
        deps.log.error({ err: error }, 'auth.crashed');
        if (response.headersSent) response.destroy();
        else
          send(response, 503, {
            error: 'temporarily_unavailable',
            error_description: 'Try again soon.',
          });
      });
    },
  );
  const respondUnparsed = parseErrorResponder(deps.log, (address) => ({
    ...headersOf(deps),
    ...guard.standingOf(address),
  }));
  server.on('clientError', respondUnparsed);
  takeFromNode(server, respondUnparsed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(deps.config.AUTH_PORT, deps.config.BIND, () => resolve());
  });
  const ticker = startTicker(
    [
      {
        name: 'refresh-signing-keys',
        everySeconds: LOOK_FOR_KEYS_SECONDS,
        run: () => current.refresh(),
      },
      {
        name: 'sweep-provider-state',
        everySeconds: SWEEP_SECONDS,
        run: () => purgeExpiredState(deps.db, new Date().toISOString()),
      },
      {
        name: 'sweep-login-failures',
        everySeconds: SWEEP_SECONDS,
        run: async () => {
          await purgeExpiredFailures(deps.db, hoursAgo(deps, 24));
          await sweepNetworks(deps.db, hoursAgo(deps, 24 * KNOWN_NETWORK_DAYS));
        },
      },
      {
        // No token is older than an hour; the second is for clocks that differ.
        name: 'sweep-revocations',
        everySeconds: SWEEP_SECONDS,
        run: async () => void (await deleteRevocationsBefore(deps.db, hoursAgo(deps, 2))),
      },
    ],
    deps.log,
  );
  return {
    server,
    refresh: () => current.refresh(),
    stop: async () => {
      await ticker.stop();
      deps.lifecycle.isStopping = true;
      const closed = new Promise((resolve) => void server.close(resolve));
      // Again and again: one that is busy now is idle soon, and would be kept open for as long as its client likes.
      const closing = setInterval(() => server.closeIdleConnections(), 100);
      await closed;
      clearInterval(closing);
    },
  };
}
