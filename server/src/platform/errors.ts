// Every error the API returns: one class, one table of codes. `code` is contract, documented in docs/http.md.

export const errorCatalog = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this list' },
  unauthenticated: { status: 401, title: 'A valid access token is required' },
  token_expired: { status: 401, title: 'The access token has expired' },
  insufficient_role: { status: 403, title: 'Your roles do not allow this' },
  login_required: { status: 403, title: 'A login by a person is required' },
  self_approval: { status: 403, title: 'You may not decide on your own record' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request was not received in time' },
  invalid_transition: { status: 409, title: 'The state cannot change this way' },
  delivery_not_finished: { status: 409, title: 'The delivery has not finished yet' },
  job_finished: { status: 409, title: 'The job has already finished' },
  target_refused: { status: 409, title: 'Webhook target address is not allowed' },
  external_id_taken: { status: 409, title: 'Another record has this external_id' },
  keys_unavailable: { status: 409, title: 'API keys are not available on this instance' },
  too_many_keys: { status: 409, title: 'API key limit reached' },
  already_exists: { status: 409, title: 'The record already exists' },
  request_in_progress: { status: 409, title: 'The first request with this key is still running' },
  owner_may_not_act: {
    status: 409,
    title: 'The owner of the webhook is no longer permitted to do this',
  },
  version_mismatch: { status: 412, title: 'The record has changed since you read it' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
  },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_jobs: { status: 429, title: 'You have too many unfinished jobs' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  identity_unavailable: { status: 503, title: 'Access tokens cannot be verified at the moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** Codes of the entries of `errors[]`. */
export const faultCodes = [
  'required',
  'unknown_field',
  'unknown_parameter',
  'read_only_field',
  'invalid_type',
  'not_nullable',
  'not_allowed',
  'too_long',
  'too_short',
  'too_large',
  'too_small',
  'too_many',
  'too_few',
  'too_deep',
  'invalid_format',
  'invalid_characters',
  'blank',
  'conflicting_parameters',
  'page_too_large',
  'refused_address',
] as const;

export interface Fault {
  in: 'body' | 'query' | 'header';
  /** JSON Pointer within the part of the request named by `in`. */
  pointer: string;
  code: (typeof faultCodes)[number];
  message: string;
  allowed?: readonly string[];
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Members of the error body beyond those that every error has. */
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string,
    members: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.code = code;
    this.members = members;
    this.headers = headers;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Bounds the response: 1 MB of invalid input could otherwise produce 10 MB of messages. */
export const MAX_FAULTS = 50;
const MAX_TEXT_LENGTH = 200;

const shortened = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : text;

export function invalid(faults: readonly Fault[]): ApiError {
  const errors = faults.slice(0, MAX_FAULTS).map((fault) => ({
    ...fault,
    pointer: shortened(fault.pointer),
    message: shortened(fault.message),
  }));
  const more = faults.length > MAX_FAULTS ? ['Further errors were omitted.'] : [];
  return new ApiError(
    'validation_failed',
    [...errors.map((fault) => fault.message), ...more].join(' '),
    { errors },
  );
}

export const notFound = (what: string): ApiError =>
  new ApiError('not_found', `${what} does not exist, or you may not see it.`);

/** An error that the operator can fix; printed without a stack trace. */
export class UsageError extends Error {}
