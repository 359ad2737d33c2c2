// Masks the path and query of URLs and the signatures in deliveries for callers who may not manage webhooks. Stored rows
// have the whole URL, and a receiver may repeat it. With body and signature, a reader could send the delivery again,
// and with the chain of rules stop the rules of other writes.
import { CHAIN_HEADER } from '../../../platform/http/request/rule-chain.ts';
import { credentialMasker, maskValues } from '../outbound.headers.ts';
import { maskedUrl } from '../outbound.url.ts';

const URL_IN_TEXT = /https?:\/\/[^\s;,"'<>]+/g;

/** `urls` are the URLs of the attempts. */
export function maskedError(error: string | null, urls: readonly string[]): string | null {
  if (error === null) return null;
  const withMaskedUrls = error.replaceAll(URL_IN_TEXT, maskedUrl);
  return urls.reduce((text, url) => credentialMasker({}, url)(text), withMaskedUrls);
}

export interface StoredAttempt {
  error: string | null;
  request: { url: string; headers: Record<string, string> };
  response: { headers: Record<string, string>; body: string } | null;
}

const SIGNATURE_HEADERS = new Set(['x-service-signature', 'webhook-signature', CHAIN_HEADER]);

const signaturesIn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => SIGNATURE_HEADERS.has(name.toLowerCase())),
  );

function maskedResponse<T extends NonNullable<StoredAttempt['response']>>(
  response: T,
  mask: (text: string) => string,
): T {
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    name === 'location' ? maskedUrl(value) : mask(value),
  ]);
  return { ...response, headers: Object.fromEntries(headers), body: mask(response.body) };
}

export const maskedAttempt = <T extends StoredAttempt>(attempt: T): T => {
  const { request, response, error } = attempt;
  const signatures = signaturesIn(request.headers);
  const headers = { ...request.headers, ...maskValues(signatures) };
  return {
    ...attempt,
    error: maskedError(error, [request.url]),
    request: { ...request, url: maskedUrl(request.url), headers },
    // A receiver may echo the request.
    response: response && maskedResponse(response, credentialMasker(signatures, request.url)),
  };
};
