// An issuer is the https URL of one tenant, at an address that requests may be sent to.
import type { Fault } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/runtime/deps.ts';

const fault = (code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer: '/issuer',
  code,
  message,
});

/** Under these names Entra accepts the accounts of any organisation, whose administrators could send any address. */
const SHARED_TENANTS = new Set(['common', 'organizations', 'consumers']);
const ENTRA = /(^|\.)(microsoftonline\.(com|us|cn|de)|windows\.net)$/;

const isSharedTenant = ({ hostname, pathname }: URL): boolean =>
  ENTRA.test(hostname) &&
  pathname
    .toLowerCase()
    .split('/')
    .some((step) => SHARED_TENANTS.has(step));

const rules: readonly [(url: URL) => boolean, string][] = [
  [({ protocol }) => protocol !== 'https:', 'issuer must begin with https://.'],
  [
    ({ username, password, search, hash }) => `${username}${password}${search}${hash}` !== '',
    'issuer must not contain a user, password, query or fragment.',
  ],
  [
    ({ pathname }) => pathname.includes('/.well-known/'),
    'issuer must not contain /.well-known/; give the part before it.',
  ],
  [
    isSharedTenant,
    'issuer must name one tenant: replace common, organizations or consumers by the id of your tenant.',
  ],
];

export async function issuerFaults(
  { config, egress }: Pick<Deps, 'config' | 'egress'>,
  text: string,
): Promise<Fault[]> {
  const url = URL.parse(text);
  if (!url) return [fault('invalid_format', 'issuer must be an absolute https URL.')];
  const broken = rules.find(([applies]) => applies(url));
  if (broken) return [fault('not_allowed', broken[1])];
  if (url.origin === new URL(config.AUTH_URL).origin)
    return [fault('not_allowed', 'issuer must not be the identity provider of this instance.')];
  try {
    await egress.check(url.href);
    return [];
  } catch (error) {
    const { message } = error as Error;
    return [fault('refused_address', `${message} The operator can allow it with EGRESS_ALLOW.`)];
  }
}
