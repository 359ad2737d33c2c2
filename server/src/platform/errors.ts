// The API returns one class of error; its codes and their texts are in error-catalog.ts.
import { errorCatalog, type faultCatalog } from './error-catalog.ts';
import { cut } from './text.ts';

export type ErrorCode = keyof typeof errorCatalog;

export interface Fault {
  in: 'body' | 'query' | 'header';
  /** The JSON Pointer starts at the part of the request that `in` names. */
  pointer: string;
  code: keyof typeof faultCatalog;
  message: string;
  allowed?: readonly string[];
  /** The caller probably meant this one of `allowed`; the message ends with it. */
  nearest?: string | undefined;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The error body has these members beyond those of every error. */
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

const shorten = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${cut(text, MAX_TEXT_LENGTH)}…` : text;

export function invalid(faults: readonly Fault[]): ApiError {
  const errors = faults.slice(0, MAX_FAULTS).map((fault) => ({
    ...fault,
    pointer: shorten(fault.pointer),
    message: shorten(fault.message) + (fault.nearest ? ` Did you mean ${fault.nearest}?` : ''),
  }));
  const more = faults.length > MAX_FAULTS ? ['Further errors were omitted.'] : [];
  return new ApiError(
    'validation_failed',
    [...errors.map((fault) => fault.message), ...more].join(' '),
    { errors },
  );
}

/** A hint must not depend on whether the record exists. */
export const notFound = (what: string, hint = ''): ApiError =>
  new ApiError('not_found', `${what} does not exist, or you may not see it.${hint && ` ${hint}`}`);

/** The operator can fix this error, so it is printed without a stack trace. */
export class UsageError extends Error {}
