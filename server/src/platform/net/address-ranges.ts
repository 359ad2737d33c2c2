// Requests go only to public addresses, and to others that the operator allows.
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** IANA's special-purpose registries list these, except for addresses of cloud metadata services. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/** Global unicast excludes addresses that embed IPv4, such as NAT64 and mapped addresses. */
const GLOBAL_6 = ['2000::/3'];
/** Protocol assignments (Teredo, ORCHID), documentation and 6to4 are not public. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

export const familyOf = (address: string): 'ipv4' | 'ipv6' =>
  isIP(address) === 6 ? 'ipv6' : 'ipv4';

export function blockOf(ranges: readonly string[]): BlockList {
  const block = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    block.addSubnet(
      address,
      bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits),
      family,
    );
  }
  return block;
}

const notPublic4 = blockOf(NOT_PUBLIC_4);
const global6 = blockOf(GLOBAL_6);
const notPublic6 = blockOf(NOT_PUBLIC_6);

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0 || isOwn(address)) return false;
  return family === 4
    ? !notPublic4.check(address, 'ipv4')
    : global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
};

/** Converts `::ffff:10.0.0.1` to 10.0.0.1, in any notation. */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = [mapped[1], mapped[2]].map((half) => Number.parseInt(half ?? '0', 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}

/** The operator allows these targets although they are not public. */
export interface AllowedTargets {
  hosts: ReadonlySet<string>;
  ranges: BlockList;
}

const RANGE = /^[0-9a-f.:]+(\/\d{1,3})?$/i;

/** Throws an error whose message states the allowed values. */
export function readAllowed(text: string): AllowedTargets {
  const items = text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);
  const isRange = (item: string) => isIP(item.split('/', 1)[0] ?? '') > 0;
  for (const item of items) {
    const isGood = isRange(item) ? RANGE.test(item) : /^[a-z0-9._-]+$/.test(item);
    if (!isGood)
      throw new Error(
        'must be host names, addresses or ranges such as 10.0.0.0/8, separated by commas',
      );
  }
  try {
    return {
      hosts: new Set(items.filter((item) => !isRange(item))),
      ranges: blockOf(items.filter(isRange)),
    };
  } catch {
    throw new Error(
      'must be host names, addresses or ranges such as 10.0.0.0/8, separated by commas',
    );
  }
}

export const mayReach = (address: string, { ranges }: AllowedTargets): boolean => {
  const plain = plainAddress(address);
  return isPublicAddress(plain) || (isIP(plain) > 0 && ranges.check(plain, familyOf(plain)));
};

/** An address is outside if it belongs to the internet, and not to a network that the operator has named. */
export const isOutside = (address: string, { ranges }: AllowedTargets): boolean => {
  const plain = plainAddress(address);
  return isPublicAddress(plain) && !ranges.check(plain, familyOf(plain));
};
