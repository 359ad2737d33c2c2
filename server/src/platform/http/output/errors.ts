// Every error is sent as an RFC 9457 response, with our code and the request id.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { errorCatalog } from '../../error-catalog.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { pathOf } from '../request/request-url.ts';
import { unsupportedMediaType } from '../input/json.ts';

export function errorMembers(apiError: ApiError, requestId: string, instance: string): object {
  return {
    type: `urn:signalbox:problem:${apiError.code}`,
    title: errorCatalog[apiError.code].title,
    status: apiError.status,
    detail: apiError.message,
    instance,
    code: apiError.code,
    request_id: requestId,
    ...apiError.members,
  };
}

export const errorBody = (apiError: ApiError, requestId: string, instance: string): string =>
  JSON.stringify(errorMembers(apiError, requestId, instance));

const busyError = (detail: string) =>
  new ApiError('overloaded', detail, {}, { 'retry-after': '1' });

const WRONG_MEDIA_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

const frameworkCodes: Record<string, [ErrorCode, string]> = {
  [WRONG_MEDIA_TYPE]: [
    'unsupported_media_type',
    'Send the body with Content-Type: application/json.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body_too_large',
    'The body exceeds the maximum size of this request.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'The length of the body does not match Content-Length.',
  ],
  FST_ERR_BAD_URL: ['malformed_request', 'The path is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'No resource at this path.'],
};

/** Nothing was committed if one of these occurs, so the caller may retry. */
const retryableErrors: Record<string, string> = {
  '57014': 'The database took too long and the request was cancelled.',
  '55P03': 'The record is locked by another request.',
  '25006': 'The database is a standby, which accepts no writes.',
  '28000': 'The database refused the login of the service.',
  '28P01': 'The database refused the login of the service.',
  '40001': 'The request conflicted with another one on the same records.',
  '40P01': 'The request conflicted with another one on the same records.',
  '53100': 'The database has no disk space left.',
  '53200': 'The database has no memory left.',
  '53300': 'The database has no free connection.',
  '57P01': 'The database is restarting.',
  '57P02': 'The database is restarting after a crash.',
  '57P03': 'The database is starting.',
  '58030': 'The database cannot read or write its files.',
};

/** Matches messages of the driver, and codes of the system for a host that is gone or whose name does not resolve. */
const LOST_CONNECTION = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated',
    'connection error and is not queryable',
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN',
    'ENOPRIMARY|EPRIMARYMOVED',
  ].join('|'),
);

const isLostConnection = (error: Error): boolean =>
  LOST_CONNECTION.test(`${error.message} ${(error as { code?: string }).code ?? ''}`);

export function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  const known = frameworkCodes[(error as FastifyError).code];
  if (known) return new ApiError(...known);
  if (error instanceof pg.DatabaseError && error.code && retryableErrors[error.code]) {
    return busyError(retryableErrors[error.code] ?? '');
  }
  if (isLostConnection(error)) return busyError('The database cannot be reached.');
  return new ApiError(
    'internal_error',
    'Internal error. Quote the request id when you contact support.',
  );
}

/** Few routes take another type than JSON. */
function errorOf(error: Error, { routeOptions }: FastifyRequest): ApiError {
  const taken = routeOptions.config?.row?.bodyType;
  return taken !== undefined && (error as FastifyError).code === WRONG_MEDIA_TYPE
    ? unsupportedMediaType(taken)
    : toApiError(error);
}

const wantsProblemType = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('application/problem+json') ?? false;

/** The caller disconnected while the body arrived: this is no fault of ours, and nobody reads the response. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = errorOf(error, request);
  if (apiError.status === 500 && !isAborted(request))
    request.log.error({ err: error }, 'request.crashed');
  const type = wantsProblemType(request) ? 'application/problem+json' : 'application/json';
  return reply
    .code(apiError.status)
    .headers({ ...apiError.headers, 'content-type': `${type}; charset=utf-8` })
    .send(errorBody(apiError, request.id, pathOf(request.originalUrl)));
}
