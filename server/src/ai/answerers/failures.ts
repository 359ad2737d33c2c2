// Failures of model calls are classified by their consequences. They are recognised by their members, because the
// packages that throw them are loaded only when a provider is configured.

export interface Failure {
  /** `output` means that the model responded with something unusable. */
  kind: 'provider' | 'output';
  /** The log and the caller see it, so it never contains the provider's text, which may repeat the request. */
  reason: string;
  isRetryable: boolean;
  /** The provider itself fails, and not only this request. */
  isOutage: boolean;
  retryAfterMs?: number | undefined;
}

/** Signals output that does not have the required form. */
export class InvalidOutput extends Error {}

interface CallError {
  name?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  cause?: unknown;
  errors?: unknown[];
  lastError?: unknown;
}

const RETRYABLE = new Set([408, 409, 425, 429]);
/** Besides every 5xx, these statuses mean that the provider is too slow or overloaded. */
const OUTAGES = new Set([408, 429]);

/** The package throws these if it could read the response, but the response is not what was requested. */
const OUTPUT_ERRORS = new Set([
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_NoContentGeneratedError',
  'AI_EmptyResponseBodyError',
  'AI_InvalidToolInputError',
  'AI_NoSuchToolError',
]);

const secondsOf = (header: string | undefined): number | undefined => {
  const seconds = Number(header);
  return header !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
};

export function classify(error: unknown): Failure {
  const { name = '', statusCode, responseHeaders, lastError } = (error ?? {}) as CallError;
  if (lastError) return classify(lastError);
  if (error instanceof InvalidOutput || OUTPUT_ERRORS.has(name))
    return { kind: 'output', reason: 'unusable output', isRetryable: true, isOutage: false };
  if (name === 'TimeoutError')
    return { kind: 'provider', reason: 'no response in time', isRetryable: true, isOutage: true };
  if (statusCode === undefined)
    return { kind: 'provider', reason: 'no connection', isRetryable: true, isOutage: true };
  // The package also throws if a successful response does not have the documented body.
  if (statusCode < 300)
    return { kind: 'output', reason: 'unusable output', isRetryable: true, isOutage: false };
  return {
    kind: 'provider',
    reason: `status ${statusCode}`,
    isRetryable: statusCode >= 500 || RETRYABLE.has(statusCode),
    isOutage: statusCode >= 500 || OUTAGES.has(statusCode),
    retryAfterMs: secondsOf(responseHeaders?.['retry-after']),
  };
}
