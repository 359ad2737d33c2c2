// Listeners without the framework take the client address from the socket, or from a trusted proxy.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { blockOf, familyOf, plainAddress } from './address-ranges.ts';

/**
 * Reads the header from the right: each proxy appends its client, so entries left of the first address that is not
 * trusted may be forged.
 */
export function addressReader(trustedProxies: readonly string[]): (r: IncomingMessage) => string {
  const trusted = blockOf(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, familyOf(address));
  return ({ socket, headers }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return address;
    const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    for (const next of named.toReversed().map((word) => word.trim())) {
      if (!isTrusted(address) || isIP(next) === 0) break;
      address = plainAddress(next);
    }
    return address;
  };
}
