// Connections go through the operator's HTTP proxy (CONNECT, RFC 9110). TLS runs inside them, so the proxy reads nothing.
import { request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';

/** The message names the proxy by its setting: its URL may contain a password. */
class ProxyError extends Error {
  readonly code = 'PROXY_FAILED';
}

const proxyError = (target: string, reason: string): ProxyError =>
  new ProxyError(`The proxy that EGRESS_PROXY names opened no connection to ${target}: ${reason}.`);

const authorization = ({ username, password }: URL): Record<string, string> => {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
};

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

/** Rejects unless the proxy accepts within the time. */
function openTunnel(proxy: URL, host: string, port: number, withinMs: number): Promise<Socket> {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const connecting = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization(proxy) },
      agent: false,
      signal: AbortSignal.timeout(withinMs),
    });
    connecting.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        proxyError(
          target,
          error.name === 'AbortError' ? `no response within ${withinMs} ms` : error.message,
        ),
      ),
    );
    connecting.once('connect', ({ statusCode, statusMessage }, socket) => {
      if (isSuccess(statusCode)) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(proxyError(target, `it responded ${statusCode} ${statusMessage}`.trimEnd()));
    });
    connecting.end();
  });
}

type Connector = buildConnector.connector;

export interface ProxyRoute {
  proxy: URL;
  /** Returns the addresses to request from the proxy; none if the host is reached directly. Rejects if it is forbidden. */
  addressesOutside: (hostname: string) => Promise<string[]>;
  withinMs: number;
}

async function firstTunnel(
  { proxy, withinMs }: ProxyRoute,
  addresses: readonly string[],
  port: number,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await openTunnel(proxy, address, port, withinMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const portOf = ({ port, protocol }: buildConnector.Options): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/** `connect` runs TLS in the tunnel, for the name of the host; `direct` is for hosts of the own network. */
export function throughProxy(connect: Connector, direct: Connector, route: ProxyRoute): Connector {
  const open = callbackify(async (options: buildConnector.Options): Promise<Socket | undefined> => {
    const addresses = await route.addressesOutside(options.hostname);
    return addresses.length === 0 ? undefined : firstTunnel(route, addresses, portOf(options));
  });
  return (options, callback) =>
    open(options, (error, httpSocket) => {
      if (error) callback(error, null);
      else if (!httpSocket) direct(options, callback);
      else if (options.protocol === 'https:') connect({ ...options, httpSocket }, callback);
      else callback(null, httpSocket);
    });
}
