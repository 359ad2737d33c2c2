// From which address a request comes, for listeners that have no framework: the socket's, or the one that a trusted proxy names.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { blockOf, familyOf, plainAddress } from './address-ranges.ts';

/**
 * Read from the right: each proxy adds whom it heard at the end, so what stands left of the first that is not
 * trusted may have been made up.
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
