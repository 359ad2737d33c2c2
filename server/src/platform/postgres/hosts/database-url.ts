// A URL of PostgreSQL may name several hosts, as that of libpq: `postgres://user@db1:5432,db2/desk`. The driver takes one
// host, so such a URL is split into one for each host.

export interface DatabaseHost {
  /** The name is without the brackets of an IPv6 address. */
  name: string;
  port: number;
  /** The driver accepts this URL. */
  url: string;
  /** Names the host in messages; the URL may contain a password. */
  label: string;
}

export interface DatabaseUrl {
  hosts: DatabaseHost[];
  /** Connections must accept writes, so standbys are passed over. */
  needsPrimary: boolean;
}

const DEFAULT_PORT = 5432;
const ATTRIBUTE = 'target_session_attrs';
const PROTOCOLS = ['postgres:', 'postgresql:'];
/** Maps each allowed value to whether it demands a primary. `any` is the default of libpq. */
const SESSION_ATTRIBUTES: Readonly<Record<string, boolean>> = {
  any: false,
  'read-write': true,
  primary: true,
};

interface Parts {
  /** This text precedes the hosts, such as `postgres://user:password@`. */
  before: string;
  hosts: string[];
  /** This text follows the hosts: path and query. */
  after: string;
}

/** Splits by hand, because `URL` refuses a port in front of a comma. */
function split(url: string): Parts | undefined {
  const scheme = url.indexOf('://');
  if (scheme < 0) return undefined;
  const start = scheme + 3;
  const length = url.slice(start).search(/[/?#]/);
  const end = length < 0 ? url.length : start + length;
  const user = url.slice(start, end).lastIndexOf('@');
  const hostsStart = user < 0 ? start : start + user + 1;
  return {
    before: url.slice(0, hostsStart),
    hosts: url.slice(hostsStart, end).split(','),
    after: url.slice(end),
  };
}

/** Removes the one option that the driver does not know; the others stay as they are written. */
function takeAttribute(after: string): { after: string; attribute: string | undefined } {
  const start = after.indexOf('?');
  if (start < 0) return { after, attribute: undefined };
  const [own = [], others = []] = [true, false].map((isOwn) =>
    after
      .slice(start + 1)
      .split('&')
      .filter((option) => option.startsWith(`${ATTRIBUTE}=`) === isOwn),
  );
  return {
    after: `${after.slice(0, start)}${others.length > 0 ? `?${others.join('&')}` : ''}`,
    attribute: own.at(-1)?.slice(ATTRIBUTE.length + 1),
  };
}

const EXPECTED = `must be a URL that begins with ${PROTOCOLS.map((one) => `${one}//`).join(' or ')}`;

function readHost(url: string): DatabaseHost {
  const parsed = URL.parse(url);
  if (!parsed || !PROTOCOLS.includes(parsed.protocol)) throw new Error(EXPECTED);
  // The driver prefers the options to the host and port of the URL.
  const name = parsed.searchParams.get('host') ?? parsed.hostname.replace(/^\[|\]$/g, '');
  const port = Number(parsed.searchParams.get('port') ?? parsed.port) || DEFAULT_PORT;
  return { name, port, url, label: `${name.includes(':') ? `[${name}]` : name}:${port}` };
}

/** Throws an error whose message states the allowed form, and never the URL. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const parts = split(text);
  if (!parts) throw new Error(EXPECTED);
  const { after, attribute = 'any' } = takeAttribute(parts.after);
  const needsPrimary = Object.hasOwn(SESSION_ATTRIBUTES, attribute)
    ? SESSION_ATTRIBUTES[attribute]
    : undefined;
  if (needsPrimary === undefined) {
    throw new Error(
      `must have one of ${Object.keys(SESSION_ATTRIBUTES).join(', ')} as ${ATTRIBUTE}`,
    );
  }
  const hosts = parts.hosts.map((host) => readHost(`${parts.before}${host}${after}`));
  if (hosts.length === 1) return { hosts, needsPrimary };
  if (parts.hosts.includes('') || hosts.some(({ name }) => name.includes(',')))
    throw new Error('must name each of its hosts between the user and the path, such as db1,db2');
  if (!needsPrimary) {
    throw new Error(
      `names several hosts, so it must end with ${ATTRIBUTE}=read-write: without it, a connection could lead to a standby`,
    );
  }
  return { hosts, needsPrimary };
}

/** Sets the password, whatever the number of hosts. */
export function withPassword(text: string, password: string): string {
  const { hosts, ...rest } = split(text) ?? { before: text, hosts: [''], after: '' };
  // A URL without host accepts no password; the name is replaced again below.
  const user = new URL(`${rest.before}host`);
  // The setter leaves a percent sign as it is, so every one must belong to an encoding.
  user.password = encodeURIComponent(password);
  return `${user.protocol}//${user.username}:${user.password}@${hosts.join(',')}${rest.after}`;
}
