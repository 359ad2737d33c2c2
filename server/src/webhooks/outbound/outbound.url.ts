// Masks URLs: the path or query of a webhook's URL may be a credential, as in https://hooks.slack.com/services/T0/B0/XXXX.
import { hash } from 'node:crypto';

const UNKNOWN_ORIGIN = 'another path of the same host';

/** Returns scheme and host only; a relative reference has neither. */
export const maskedUrl = (url: string): string =>
  URL.canParse(url) ? `${new URL(url).origin}/…` : UNKNOWN_ORIGIN;

const DIGEST_CHARACTERS = 8;
const AUDITED = /^https?:\/\/[^/]+\/…#[0-9a-f]{8}$/;

/** Appends a short digest, which shows in the audit trail that the path changed without revealing it. */
export const auditedUrl = (url: unknown): unknown =>
  typeof url !== 'string' || AUDITED.test(url)
    ? url
    : `${maskedUrl(url)}#${hash('sha256', url, 'hex').slice(0, DIGEST_CHARACTERS)}`;

/** Shorter parts are words such as `services`, which occur in every response. */
const MIN_CREDENTIAL_LENGTH = 16;

/** Returns the parts of a URL that are long enough to be a credential, longest first. */
export function credentialsIn(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, search, searchParams } = new URL(url);
  const parts = [pathname + search, pathname, ...pathname.split('/'), ...searchParams.values()];
  return [...new Set(parts)]
    .filter((part) => part.length >= MIN_CREDENTIAL_LENGTH)
    .toSorted((one, other) => other.length - one.length);
}
