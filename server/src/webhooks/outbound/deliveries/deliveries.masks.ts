// Masks the path and query of URLs in deliveries for callers who may not manage webhooks. Stored rows have the whole URL,
// and attempts of earlier releases repeat it in their errors and responses.
import { concealing } from '../outbound.headers.ts';
import { maskedUrl } from '../outbound.url.ts';

const URL_IN_TEXT = /https?:\/\/[^\s;,"'<>]+/g;

/** `urls` are the URLs of the attempts. */
export function maskedError(error: string | null, urls: readonly string[]): string | null {
  if (error === null) return null;
  const masked = error.replaceAll(URL_IN_TEXT, maskedUrl);
  return urls.reduce((text, url) => concealing({}, url)(text), masked);
}

export interface StoredAttempt {
  error: string | null;
  request: { url: string };
  response: { headers: Record<string, string>; body: string } | null;
}

function maskedResponse<T extends NonNullable<StoredAttempt['response']>>(
  response: T,
  url: string,
): T {
  const mask = concealing({}, url);
  const masked = Object.entries(response.headers).map(([name, value]) => [
    name,
    name === 'location' ? maskedUrl(value) : mask(value),
  ]);
  return { ...response, headers: Object.fromEntries(masked), body: mask(response.body) };
}

export const maskedAttempt = <T extends StoredAttempt>(attempt: T): T => {
  const { request, response, error } = attempt;
  return {
    ...attempt,
    error: maskedError(error, [request.url]),
    request: { ...request, url: maskedUrl(request.url) },
    response: response && maskedResponse(response, request.url),
  };
};
