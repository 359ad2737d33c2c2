// Mail servers that may deliver: those of the machine itself, and those that the operator names.
import { blockOf, familyOf, plainAddress } from '../../platform/net/address-ranges.ts';
import { isIP } from 'node:net';

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Returns whether a connection from the address is accepted. */
export function trustedPeers(networks: readonly string[]): (address: string) => boolean {
  const trusted = blockOf([...LOOPBACK, ...networks]);
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain));
  };
}
