// Each operation of the OpenAPI document lists every error that its route can return.
import { errorCatalog } from '../../error-catalog.ts';
import type { ErrorCode } from '../../errors.ts';
import { takesKey } from './idempotency.ts';
import { reference } from './openapi.components.ts';
import { errorExample, ProblemSchema } from './openapi.problem.ts';
import type { Route } from './route.ts';

const propertyOf = ({ success }: Route, name: string): { type?: string } | undefined =>
  (success.schema as { properties?: Record<string, { type?: string }> }).properties?.[name];

/** A record has a version, which is its ETag. */
const isRecord = (row: Route): boolean => propertyOf(row, 'version')?.type === 'integer';
const isList = (row: Route): boolean => propertyOf(row, 'next_cursor') !== undefined;
const isAcceptedJob = (row: Route): boolean => propertyOf(row, 'status_url') !== undefined;
/** Callers poll the status of a job until it has finished. */
const isPolled = (row: Route): boolean => propertyOf(row, 'finished_at') !== undefined;

const isFile = ({ success, stream }: Route): boolean =>
  success.mediaType !== undefined && stream === undefined;
export const takesIfNoneMatch = (row: Route): boolean =>
  row.method === 'GET' && !row.showsUnversioned && (isRecord(row) || isFile(row));

/** Adds the errors that a route may return by its shape alone: a body can be malformed, a path can name nothing. */
function errorCodesOf(row: Route): ErrorCode[] {
  return [
    'malformed_request',
    'rate_limited',
    ...(row.policy === 'public'
      ? []
      : ([
          'unauthenticated',
          'token_expired',
          'insufficient_role',
          'identity_unavailable',
        ] as const)),
    'validation_failed',
    // A body is read even where none is expected.
    ...(row.method === 'GET'
      ? []
      : (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const)),
    ...(row.params ? (['not_found'] as const) : []),
    ...(takesKey(row) ? (['request_in_progress', 'idempotency_key_reused'] as const) : []),
    ...(row.errors ?? []),
    'request_timeout',
    'headers_too_large',
    'internal_error',
    'overloaded',
  ];
}

/** Groups codes by status, in the order of the catalog, so that the same codes are always the same component. */
function errorSetsOf(row: Route): [status: number, codes: ErrorCode[]][] {
  const codes = new Set(errorCodesOf(row));
  const sorted = (Object.keys(errorCatalog) as ErrorCode[]).filter((code) => codes.has(code));
  return [...Map.groupBy(sorted, (code) => errorCatalog[code].status)];
}

const header = (description: string) => ({ description, schema: { type: 'string' } });
const sharedHeaders = {
  'X-Request-Id': header('Identifies this request in logs, audit entries and errors.'),
  'X-RateLimit-Limit': header('Size of the bucket that this request was charged to.'),
  'X-RateLimit-Remaining': header('Requests left in the bucket.'),
  'X-RateLimit-Reset': header('When the bucket will be full again, in Unix seconds.'),
  'Retry-After': header('Seconds to wait before a retry, at least 1. Not always present.'),
  ETag: header('The version of the record.'),
  'File-ETag': header('The SHA-256 of the file.'),
  'Content-Disposition': header('Always `attachment`, with the name of the file.'),
  'Idempotent-Replayed': header(
    '`true` if this response was stored for an earlier request with the same key.',
  ),
  Link: header('URL of the next page, with `rel="next"`; absent on the last one.'),
  Location: header('URL of the new record, or of the status of the job.'),
  'WWW-Authenticate': header('`Bearer`, with the reason why the token was refused.'),
};

const headersOf = (...names: (keyof typeof sharedHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name.replace(/^File-/, ''), reference('headers', name)]));
const everyHeader = headersOf(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
);

const RETRIED = new Set([409, 429, 503]);

/** `not_found` is NotFound. */
const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());

/**
 * Names one component per set of codes: an operation shows its codes in the reference, a generated client gets them as
 * an enum, and about 25 sets serve all operations.
 */
const setName = (codes: readonly ErrorCode[]): string => codes.map(pascalCase).join('Or');

const errorResponse = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join(' '),
  headers: {
    ...everyHeader,
    ...(status === 401 && headersOf('WWW-Authenticate')),
    ...(status === 412 && headersOf('ETag')),
    ...(RETRIED.has(status) && headersOf('Retry-After')),
  },
  content: {
    'application/json': {
      schema: { allOf: [ProblemSchema, { properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, reference('examples', code)])),
    },
  },
});

const notModified = {
  description: 'The ETag still matches If-None-Match; there is no body.',
  headers: { ...everyHeader, ...headersOf('ETag', 'Content-Disposition') },
};

/** The plugin converts the schemas of successful responses. */
export const successesOf = ({ success, alsoSuccess }: Route) =>
  Object.fromEntries(
    [success, ...(alsoSuccess ? [alsoSuccess] : [])].map(
      ({ status, description, schema, mediaType = 'application/json', streams }) => [
        status,
        {
          description,
          content: {
            [mediaType]: { schema },
            ...(streams && { 'text/event-stream': { schema: { type: 'string' } } }),
          },
        },
      ],
    ),
  );

const successHeaders = (row: Route) => ({
  ...everyHeader,
  ...(isRecord(row) && headersOf('ETag')),
  ...(isFile(row) && headersOf('File-ETag', 'Content-Disposition')),
  ...(takesKey(row) && headersOf('Idempotent-Replayed')),
  ...(isList(row) && headersOf('Link')),
  ...(row.success.status === 201 && isRecord(row) && headersOf('Location')),
  ...(isAcceptedJob(row) && headersOf('Location', 'Retry-After')),
  ...(isPolled(row) && headersOf('Retry-After')),
});

/** Adds headers and errors as references; the plugin would write those of each response in full. */
export const responsesOf = (
  row: Route,
  successes: Record<string, object>,
): Record<string, object> => ({
  ...Object.fromEntries(
    Object.entries(successes).map(([status, response]) => [
      status,
      {
        ...response,
        headers: Number(status) === row.success.status ? successHeaders(row) : everyHeader,
      },
    ]),
  ),
  ...(takesIfNoneMatch(row) && { 304: reference('responses', 'NotModified') }),
  ...Object.fromEntries(
    errorSetsOf(row).map(([status, codes]) => [status, reference('responses', setName(codes))]),
  ),
});

/** The responses of these routes refer to these components. */
export function responseComponents(rows: readonly Route[]) {
  const sets = rows.flatMap(errorSetsOf);
  const codes = new Set(sets.flatMap(([, set]) => set));
  return {
    headers: sharedHeaders,
    examples: Object.fromEntries([...codes].map((code) => [code, { value: errorExample(code) }])),
    responses: {
      NotModified: notModified,
      ...Object.fromEntries(
        sets.map(([status, set]) => [setName(set), errorResponse(status, set)]),
      ),
    },
  };
}
