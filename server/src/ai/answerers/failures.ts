// Failures of a call to a model, by what follows from them. Recognised by their members, because the packages that
// throw them are loaded only when a provider is configured.

export interface Failure {
  /** output: the model responded, with something that cannot be used. */
  kind: 'provider' | 'output';
  /** For the log and the caller: never the text of the provider, which may repeat the request. */
  reason: string;
  isRetryable: boolean;
  /** Whether the provider itself fails, and not this one request. */
  isOutage: boolean;
  retryAfterMs?: number | undefined;
}

/** Thrown for output that does not have the required form. */
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
/** Besides those of the server: it is too slow, or has too much to do. */
const OUTAGES = new Set([408, 429]);

/** Of the package: the response was read, but is not what was asked for. */
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
  // A success whose body is not as documented.
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
