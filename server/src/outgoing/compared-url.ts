// Processes compare their address with the one that the database belongs to.
import { blockOf, familyOf, plainAddress } from '../platform/net/address-ranges.ts';
import type { Deps } from '../platform/runtime/deps.ts';

const loopback = blockOf(['127.0.0.0/8', '::1/128']);

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = plainAddress(host);
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    loopback.check(address, familyOf(address))
  );
}

/**
 * Returns the public address without the differences that do not matter: the case of the host, a default port and a slash
 * at the end. Returns null for a loopback address, which says nothing about the instance.
 */
export function comparedUrl({ config }: Pick<Deps, 'config'>): string | null {
  const { hostname, origin, pathname } = new URL(config.BASE_URL);
  if (isLoopback(hostname)) return null;
  return origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
}
