// All requests to addresses that callers choose go through here, and those of the operator that may leave the network. A
// connection for a caller is checked against its actual address when it is made, because a name may resolve differently
// than before. Redirects are not followed.
import { lookup as lookupOfSystem, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { callbackify } from 'node:util';
import type * as Undici from 'undici';
import { type Clock, systemClock } from '../clock.ts';
import { type AllowedTargets, isOutside, mayReach } from './address-ranges.ts';
import { checkedAddress, connectTcp, type Guard } from './tcp.ts';
import { throughProxy } from './tunnel.ts';

const MAX_RESPONSE_BYTES = 16_384;
/** The resolver has this timeout, and the attempt its own. */
const RESOLVE_WITHIN_MS = 2000;
/** The time includes the handshake. Later attempts wait for a pending connection, so it must be bounded. */
const CONNECT_WITHIN_MS = 10_000;

export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The timeout covers name resolution, connection, handshake and response. */
  timeoutMs: number;
  /** The signal ends the attempt sooner. */
  signal?: AbortSignal;
}

export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
  isTruncated: boolean;
}

export interface Egress {
  post: (posted: PostRequest) => Promise<Response>;
  /** Clients of other services that take a `fetch` use this. The caller bounds time and size. */
  fetch: typeof globalThis.fetch;
  /** Reaches any address, so only those that the operator configured may be passed. The caller bounds time and size. */
  operatorFetch: typeof globalThis.fetch;
  /** Opens a connection for another protocol than HTTP, without a proxy. */
  connect: (host: string, port: number) => Promise<Socket>;
  /** Returns an address of the host that was checked, for a client that opens its connections itself. */
  addressOf: (host: string) => Promise<string>;
  /** Throws RefusedAddress if the host is, or resolves to, a forbidden address. An unknown name passes. */
  check: (url: string) => Promise<void>;
  close: () => Promise<void>;
}

/** The library is loaded on the first request: most processes send none, and it takes 100 ms. */
type Library = typeof Undici;

type Resolve = (host: string) => Promise<string[]>;

/**
 * Queries DNS directly: the system's lookup has four threads for the whole process, and four names that do not
 * resolve would block all others.
 */
const resolvePublic: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: RESOLVE_WITHIN_MS, tries: 1 });
  const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = lookups.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const failed = lookups.find((one) => one.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return found;
};

/** Names that the operator allows may be defined in the hosts file; `localhost` always is (RFC 6761), and not in DNS. */
const resolveOwn: Resolve = async (host) =>
  (await lookupOfSystem(host, { all: true })).map(({ address }) => address);

const bareHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

const refusal = (host: string, address: string): RefusedAddress =>
  new RefusedAddress(
    host === address
      ? `${address} is not a public address.`
      : `${host} resolves to ${address}, which is not a public address.`,
  );

function createGuard(allowed: AllowedTargets, resolve: Resolve): Guard {
  const isNamed = (host: string) => allowed.hosts.has(host);
  const requireReachable = (host: string, address: string) => {
    if (!isNamed(host) && !mayReach(address, allowed)) throw refusal(host, address);
  };
  /** All addresses of a name must be allowed: a forbidden one indicates an attack or a mistake. */
  const addressesOf = async (host: string): Promise<string[]> => {
    const found = isIP(host)
      ? [host]
      : await (isNamed(host) || host === 'localhost' ? resolveOwn(host) : resolve(host));
    for (const address of found) requireReachable(host, address);
    return found;
  };
  return { requireReachable, addressesOf };
}

/** The operator's own settings are not checked. A name that only the proxy can resolve stays a name. */
const operatorGuard = (resolve: Resolve): Guard => ({
  requireReachable: () => {},
  addressesOf: async (host) => (isIP(host) ? [host] : resolve(host).catch(() => [host])),
});

/** Connects only to the addresses that were checked, and checks the remote address again. */
function guardedConnector(
  { requireReachable, addressesOf }: Guard,
  {
    allowed,
    proxy,
    connectWithinMs,
  }: Required<Pick<EgressOptions, 'allowed' | 'proxy' | 'connectWithinMs'>>,
  ca: string[],
  build: Library['buildConnector'],
): Undici.buildConnector.connector {
  const resolveAll = callbackify(addressesOf);
  const lookup: LookupFunction = (hostname, options, callback) =>
    resolveAll(bareHost(hostname), (error, found) => {
      if (error) {
        callback(error, []);
        return;
      }
      const all = found.map((address) => ({ address, family: isIP(address) }));
      if (options.all) callback(null, all);
      else callback(null, all[0]?.address ?? '', all[0]?.family);
    });
  // The context is created once: with `ca`, every connection would parse some 150 certificates again and block the event loop.
  const secureContext = createSecureContext({ ca });
  const connect = build({ secureContext, lookup, timeout: connectWithinMs, allowH2: false });
  const direct: Undici.buildConnector.connector = (options, callback) => {
    const host = bareHost(options.hostname);
    try {
      // A literal address is never looked up.
      if (isIP(host)) requireReachable(host, host);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(options, (error, socket) => {
      if (error || !socket) {
        callback(error ?? new Error('no connection'), null);
        return;
      }
      try {
        requireReachable(host, socket.remoteAddress ?? '');
        callback(null, socket);
      } catch (refused) {
        socket.destroy();
        callback(refused as Error, null);
      }
    });
  };
  if (!proxy) return direct;
  const addressesOutside = async (hostname: string): Promise<string[]> => {
    const host = bareHost(hostname);
    const addresses = await addressesOf(host);
    const isInside =
      allowed.hosts.has(host) || addresses.some((one) => isIP(one) && !isOutside(one, allowed));
    return isInside ? [] : addresses;
  };
  const route = { proxy: new URL(proxy), addressesOutside, withinMs: connectWithinMs };
  return throughProxy(connect, direct, route);
}

/**
 * A signal alone is not enough: undici checks it once a request has its connection, and a receiver that accepts the
 * connection and never begins the handshake would block the attempt forever.
 */
export async function withTimeout<T>(
  clock: Clock,
  { timeoutMs: ms, signal }: Pick<PostRequest, 'timeoutMs' | 'signal'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: Error) => {
    ending.abort(reason);
    ended.reject(reason);
  };
  const interrupt = () => end(signal?.reason as Error);
  const cancelTimer = clock.after(ms, () =>
    end(new DOMException(`not done within ${ms} ms`, 'TimeoutError')),
  );
  signal?.addEventListener('abort', interrupt);
  const working = work(ending.signal);
  working.catch(() => {});
  try {
    return await Promise.race([working, ended.promise]);
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', interrupt);
  }
}

/** Reads the first bytes of a response; the rest is discarded and the connection closed. */
async function firstBytes(body: AsyncIterable<Buffer> & { destroy: () => unknown }) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES);
  return { body: bytes.toString(), isTruncated: size > MAX_RESPONSE_BYTES };
}

const flattenHeaders = (
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );

export interface EgressOptions {
  allowed: AllowedTargets;
  /** The authorities in this file are trusted in addition to Node's. */
  caFile: string;
  /** All addresses outside the own network are reached through this HTTP proxy; empty for none. */
  proxy?: string;
  resolve?: Resolve;
  /** Resolves names that the operator configured. */
  resolveConfigured?: Resolve;
  connectWithinMs?: number;
  clock?: Clock;
}

export function createEgress({
  allowed,
  caFile,
  proxy = '',
  resolve = resolvePublic,
  resolveConfigured = resolveOwn,
  connectWithinMs = CONNECT_WITHIN_MS,
  clock = systemClock,
}: EgressOptions): Egress {
  let library: Promise<Library> | undefined;
  const agents = new Map<Guard, Undici.Agent>();
  const open = (undici: Library, guarded: Guard) => {
    const own = caFile ? [readFileSync(caFile, 'utf8')] : [];
    const trusted = [...getCACertificates('default'), ...own];
    const options = { allowed, proxy, connectWithinMs };
    const agent = new undici.Agent({
      connect: guardedConnector(guarded, options, trusted, undici.buildConnector),
      // The attempt has one overall timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
    agents.set(guarded, agent);
    return agent;
  };
  const agentOf = (undici: Library, guarded: Guard) => agents.get(guarded) ?? open(undici, guarded);
  const checked = createGuard(allowed, resolve);
  const configured = operatorGuard(resolveConfigured);
  // The types of Node's own copy of undici differ, not the objects.
  const fetchBy = (guarded: Guard, given: object) =>
    (async (input: string, init: object) => {
      const undici = await (library ??= import('undici'));
      return undici.fetch(input, { ...init, ...given, dispatcher: agentOf(undici, guarded) });
    }) as unknown as Egress['fetch'];
  return {
    check: async (url) => {
      try {
        await checked.addressesOf(bareHost(new URL(url).hostname));
      } catch (error) {
        if (error instanceof RefusedAddress) throw error;
      }
    },
    post: async ({ url, headers, body, ...limits }) => {
      const undici = await (library ??= import('undici'));
      return withTimeout(clock, limits, async (signal) => {
        const dispatcher = agentOf(undici, checked);
        const options = { method: 'POST', headers, body, dispatcher, signal } as const;
        const response = await undici.request(url, options);
        const read = await firstBytes(response.body);
        return { status: response.statusCode, headers: flattenHeaders(response.headers), ...read };
      });
    },
    addressOf: (host) => checkedAddress(checked, bareHost(host)),
    connect: (host, port) =>
      connectTcp(checked, { host: bareHost(host), port, withinMs: connectWithinMs }),
    fetch: fetchBy(checked, { redirect: 'error' }),
    // Without a proxy there is nothing to add to Node's own, which is loaded anyway.
    operatorFetch: proxy ? fetchBy(configured, {}) : globalThis.fetch,
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
