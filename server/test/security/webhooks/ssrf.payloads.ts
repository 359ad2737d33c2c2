// These URLs lead, one way or another, to addresses outside the public internet.
import type { Random } from '../../support/random.ts';

/**
 * The addresses are loopback, private, link-local, metadata, carrier and special ones; mapped, compatible, NAT64, 6to4,
 * Teredo and unique local ones.
 */
const IPV4 =
  `127.0.0.1 127.255.255.254 0.0.0.0 10.0.0.5 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1
  169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1 224.0.0.1 240.0.0.1
  255.255.255.255 168.63.129.16`.split(/\s+/);
const IPV6 =
  `::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.5 ::ffff:a9fe:a9fe ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1
  64:ff9b::a9fe:a9fe 64:ff9b:1::a00:5 2002:7f00:1::1 2002:a9fe:a9fe::1 2002:a00:5:: 2001:0:7f00:1:: fc00::1
  fd00:ec2::254 fe80::1 fec0::1 ff02::1 0:0:0:0:0:0:0:1 0:0:0:0:0:ffff:7f00:1 100::1 2001:db8::1`.split(
    /\s+/,
  );

type Write = (octets: number[]) => string;
const number = ([a = 0, b = 0, c = 0, d = 0]: number[]): number =>
  ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
const hex = (n: number): string => `0x${n.toString(16)}`;
const octal = (n: number): string => `0${n.toString(8)}`;

/** URL parsers accept these notations of an IPv4 address. */
const spellings: Write[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(number(octets)),
  (octets) => hex(number(octets)),
  (octets) => octal(number(octets)),
  (octets) => octets.map(hex).join('.'),
  (octets) => octets.map(octal).join('.'),
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${(c << 8) | d}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${(b << 16) | (c << 8) | d}`,
  (octets) =>
    octets
      .map((n) => String(n).replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''))
      .join('。'),
  (octets) => octets.join('%2e'),
];

/** Parsers may read these URL forms around a host differently. */
const frames: ((host: string) => string)[] = [
  (host) => `https://${host}:8443/`,
  (host) => `https://${host}/`,
  (host) => `HTTPS://${host}:8443/hook?x=https://93.184.216.34/`,
  (host) => `https://${host}:8443\\@93.184.216.34/`,
  (host) => `https://${host}:8443/#@93.184.216.34`,
  (host) => `https:\\\\${host}:8443/`,
  (host) => `https:${host}:8443/`,
  (host) => `https://\t${host}:8443/`,
  (host) => `  https://${host}:8443/`,
];

/** These URLs are rejected for their form, whatever they lead to. */
const others =
  `http://127.0.0.1:8443/ ftp://127.0.0.1/ file:///etc/passwd gopher://127.0.0.1:8443/_x
  https://user:secret@127.0.0.1:8443/ https://93.184.216.34@127.0.0.1:8443/ javascript:alert(1) data:text/plain,x
  //127.0.0.1:8443/ https:// https://:8443/ https://[::1 https://[fe80::1%25lo]:8443/ unix:///var/run/docker.sock`.split(
    /\s+/,
  );

const names = (addresses: readonly string[]): string =>
  `a-${addresses.map((one) => Buffer.from(one).toString('hex')).join('-')}.evil.test`;

/** Returns names whose addresses are all bad, one bad among good, or good in one family and bad in the other. */
const namePayloads = (): string[] => [
  ...[...IPV4.slice(0, 10), ...IPV6.slice(0, 12)].map((address) => names([address])),
  ...IPV4.slice(0, 6).map((address) => names(['93.184.216.34', address])),
  ...IPV6.slice(0, 6).map((address) => names(['93.184.216.34', address])),
  ...IPV4.slice(0, 4).map((address) => names([address, '2606:2800:220:1::1'])),
  'localhost',
  'LOCALHOST.',
  'cname-localhost.evil.test',
];

/** Returns every address, notation, form and name once, at least 120; with a lower limit, a random selection. */
export function payloads(random: Random, count: number): string[] {
  const frame = (host: string) => random.pick(frames)(host);
  const spelled = spellings.map((write) => frame(write([127, 0, 0, 1])));
  const metadata = spellings.map((write) => `https://${write([169, 254, 169, 254])}:8443/`);
  const framed = frames.map((write) => write('127.0.0.1'));
  const bare = [...IPV4, ...IPV6.map((one) => `[${one}]`)].map((host) => `https://${host}:8443/`);
  const all = [...bare, ...spelled, ...metadata, ...framed, ...others];
  all.push(...namePayloads().map((host) => `https://${host}:8443/`));
  while (all.length < count) {
    const octets = random.pick(IPV4).split('.').map(Number);
    all.push(frame(random.pick(spellings)(octets)));
  }
  const each = [...new Set(all)];
  while (each.length > count) each.splice(random.below(each.length), 1);
  return each;
}
