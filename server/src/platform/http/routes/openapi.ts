// The OpenAPI document, generated from the route rows, so that it cannot differ from the code.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { faultCodes, errorCatalog, type ErrorCode } from '../../errors.ts';
import { KEPT_HOURS, takesKey } from './idempotency.ts';
import type { Route } from './route.ts';
import { API_ROOT, CURRENT_VERSION } from '../request/request-url.ts';
import { object, oneOf } from '../input/schema.ts';

const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: '`urn:signalbox:problem:` followed by the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What failed, why, and what to do.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: oneOf(Object.keys(errorCatalog), { description: 'Stable; see docs/http.md.' }),
    request_id: Type.String({
      description: 'The X-Request-Id of this response. Quote it when you contact support.',
    }),
    errors: Type.Optional(
      Type.Array(
        object({
          in: oneOf(['body', 'query', 'header']),
          pointer: Type.String({
            description: 'JSON Pointer within the part of the request named by `in`.',
          }),
          code: oneOf(faultCodes),
          message: Type.String(),
          allowed: Type.Optional(Type.Array(Type.String())),
        }),
        { description: 'All errors of the input, not only the first.' },
      ),
    ),
  },
  {
    title: 'Problem',
    description: 'Further members depend on the code.',
    examples: [
      {
        type: 'urn:signalbox:problem:invalid_transition',
        title: 'The state cannot change this way',
        status: 409,
        detail: 'You can move an incident from new to in_progress or cancelled, not to closed.',
        instance: `${CURRENT_VERSION}/incidents/INC0000042`,
        code: 'invalid_transition',
        request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
        current_state: 'new',
        requested_state: 'closed',
        allowed_transitions: ['in_progress', 'cancelled'],
      },
    ],
  },
);

/** A record has a version, which is its ETag. */
const isRecord = ({ success }: Route): boolean =>
  (success.schema as { properties?: { version?: { type?: string } } }).properties?.version?.type ===
  'integer';

const isFile = ({ success }: Route): boolean => success.mediaType !== undefined;
const hasEtag = (row: Route): boolean => isRecord(row) || isFile(row);

/** Errors that a route may return by its shape alone: a body can be malformed, a path can name nothing. */
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

const header = (description: string) => ({ type: 'string', description });
const everyHeader = {
  'X-Request-Id': header('Identifies this request in logs, audit entries and errors.'),
  'X-RateLimit-Limit': header('Size of the bucket that this request was charged to.'),
  'X-RateLimit-Remaining': header('Requests left in the bucket.'),
  'X-RateLimit-Reset': header('When the bucket will be full again, in Unix seconds.'),
};

const retryHeader = {
  'Retry-After': header('Seconds after which to retry, at least 1. Not always present.'),
};
const RETRIED = new Set(['409', '429', '503']);

function responsesOf(row: Route): Record<string, unknown> {
  const byStatus = Object.groupBy(errorCodesOf(row), (code) => errorCatalog[code].status);
  const failures = Object.entries(byStatus).map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join(' '),
      headers: { ...everyHeader, ...(RETRIED.has(status) && retryHeader) },
      content: { 'application/json': { schema: ProblemSchema } },
    },
  ]);
  const { status, description, schema, mediaType = 'application/json' } = row.success;
  const { alsoSuccess: also } = row;
  return {
    ...(also && {
      [also.status]: {
        description: also.description,
        headers: everyHeader,
        content: { 'application/json': { schema: also.schema } },
      },
    }),
    [status]: {
      description,
      headers: {
        ...everyHeader,
        ...(isRecord(row) && { ETag: header('The version of the record.') }),
        ...(isFile(row) && {
          ETag: header('The SHA-256 of the file.'),
          'Content-Disposition': header('Always `attachment`, with the file name.'),
        }),
        ...(takesKey(row) && {
          'Idempotent-Replayed': header(
            '`true` if this response was stored for an earlier request with the same key.',
          ),
        }),
        ...(status === 201 && isRecord(row) && { Location: header('URL of the new record.') }),
      },
      content: { [mediaType]: { schema } },
    },
    ...(hasEtag(row) &&
      row.method === 'GET' && {
        304: { description: 'The record still matches If-None-Match.', headers: everyHeader },
      }),
    ...Object.fromEntries(failures),
  };
}

const requestHeaders = (row: Route) => {
  const takesIfMatch = row.errors?.includes('version_mismatch');
  return Type.Object({
    ...(takesKey(row) && {
      'idempotency-key': Type.Optional(
        Type.String({
          pattern: '^[\\x21-\\x7e]{1,255}$',
          example: 'b0f7a1c2-5d0e-4e53-9f3b-0c7f6f1f9a55',
          description: `A unique key that you choose for this request. A repeat with the same key within ${KEPT_HOURS} hours is not executed again and gets the same response; with another body it is refused with 422.`,
        }),
      ),
    }),
    ...(takesIfMatch && {
      'if-match': Type.Optional(
        Type.String({
          description:
            'The ETag that you read; the request is refused with 412 if the record has changed since.',
        }),
      ),
    }),
    ...(hasEtag(row) &&
      row.method === 'GET' && {
        'if-none-match': Type.Optional(
          Type.String({
            description: 'The ETag that you have; the response is 304 if it still matches.',
          }),
        ),
      }),
  });
};

/** The style of a comma-separated list belongs to the parameter, not to its schema. */
function liftStyle(parameter: Record<string, unknown>): Record<string, unknown> {
  const { style, explode, ...schema } = (parameter['schema'] ?? {}) as Record<string, unknown>;
  return style === undefined ? parameter : { ...parameter, style, explode, schema };
}

/** Marks an operation whose body may be absent; the generator declares every body as required. */
const OPTIONAL_BODY = 'x-optional-body';
const NOT_SHOWN = new Set(['x-read-only', OPTIONAL_BODY]);

/** Schemas with a title become components, so that a generated client has names for them. */
function nameComponents(document: Record<string, unknown>): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => !NOT_SHOWN.has(key))
        .map(([key, value]) => [
          key,
          key === 'examples' || key === 'example' ? value : visit(value),
        ]),
    );
    if ('in' in copy && 'schema' in copy) return liftStyle(copy);
    if (OPTIONAL_BODY in node)
      return { ...copy, requestBody: { ...(copy['requestBody'] as object), required: false } };
    const { title, type } = copy as { title?: unknown; type?: unknown };
    if (typeof title !== 'string' || type !== 'object') return copy;
    const { title: _, ...schema } = copy;
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  };
  const named = visit(document) as Record<string, unknown>;
  return { ...named, components: { ...(named['components'] as object), schemas } };
}

const about = {
  title: 'Signalbox',
  description: `IT service management behind one API. Every path is reachable below \`${CURRENT_VERSION}\` and, as an alias of the current version, below \`${API_ROOT}\`. Errors are RFC 9457 problem details with a stable \`code\`, all errors of the input, and the request id. Every response reports the caller's rate limit in \`X-RateLimit-*\`.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export async function documentRoutes(
  app: FastifyInstance,
  version: string,
  baseUrl: string,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...about, version },
      servers: [{ url: `${baseUrl}${API_ROOT}/v1` }, { url: `${baseUrl}${API_ROOT}` }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => {
      const row = route.config?.row;
      if (!row) return { schema: { ...schema, hide: true }, url };
      const { operationId, tag, summary, description } = row;
      return {
        url: url.slice(API_ROOT.length),
        schema: {
          ...schema,
          operationId,
          tags: [tag],
          summary,
          description,
          headers: requestHeaders(row),
          response: responsesOf(row),
          ...(row.isBodyOptional && { [OPTIONAL_BODY]: true }),
          ...(row.policy !== 'public' && { security: [{ bearer: [] }] }),
        },
      };
    },
    transformObject: (input) => {
      const document = ('openapiObject' in input ? input.openapiObject : {}) as Record<
        string,
        unknown
      >;
      return nameComponents(document);
    },
  });
}
