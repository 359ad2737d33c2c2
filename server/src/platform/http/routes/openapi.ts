// The OpenAPI document is generated from the route rows, so that it cannot differ from the code.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { RETENTION_HOURS, takesKey } from './idempotency.ts';
import { type Route, takesIfMatch } from './route.ts';
import { API_ROOT, CURRENT_VERSION } from '../request/request-url.ts';
import { shareComponents } from './openapi.components.ts';
import {
  responseComponents,
  responsesOf,
  successesOf,
  takesIfNoneMatch,
} from './openapi.responses.ts';

const requestHeaders = (row: Route) =>
  Type.Object({
    ...(takesKey(row) && {
      'idempotency-key': Type.Optional(
        Type.String({
          title: 'IdempotencyKey',
          pattern: '^[\\x21-\\x7e]{1,255}$',
          example: 'b0f7a1c2-5d0e-4e53-9f3b-0c7f6f1f9a55',
          description: `A unique key that you choose for this request. A repeat with the same key within ${RETENTION_HOURS} hours is not executed again and gets the same response; with another body it is refused with 422.`,
        }),
      ),
    }),
    ...(takesIfMatch(row) && {
      'if-match': Type.Optional(
        Type.String({
          title: 'IfMatch',
          example: '"3"',
          description:
            'The `ETag` that you read, such as `"3"`, or the `version` of the record as a bare number, such as `3`; the request is refused with 412 if the record has changed since. `*` matches any version, and a list of ETags, separated by commas, matches any of them. A weak ETag never matches. Any other value is refused with 400.',
        }),
      ),
    }),
    ...(row.stream && {
      'last-event-id': Type.Optional(
        Type.String({
          title: 'LastEventId',
          example: '5f0c2a9e-84213-5512',
          description: 'The last id that you received; the stream continues after it.',
        }),
      ),
    }),
    ...(takesIfNoneMatch(row) && {
      'if-none-match': Type.Optional(
        Type.String({
          title: 'IfNoneMatch',
          description: 'The ETag that you have; the response is 304 if it still matches.',
        }),
      ),
    }),
  });

const about = {
  title: 'Signalbox',
  description: `IT service management behind one API. Every path is available under \`${CURRENT_VERSION}\` and, as an alias of the current version, under \`${API_ROOT}\`. Errors are RFC 9457 problem details with a stable \`code\`, the request id and, for invalid input, a list of all errors in it. Every response reports the caller's rate limit in \`X-RateLimit-*\`.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

interface Operation {
  operationId: string;
  requestBody?: object;
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export async function documentRoutes(
  app: FastifyInstance,
  version: string,
  baseUrl: string,
): Promise<void> {
  const rows = new Map<string, Route>();
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
      rows.set(row.operationId, row);
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
          response: successesOf(row),
          ...(row.policy !== 'public' && { security: [{ bearer: [] }] }),
        },
      };
    },
    transformObject: (input) => {
      const { paths, components, ...document } = (
        'openapiObject' in input ? input.openapiObject : {}
      ) as Document;
      for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
        const row = rows.get(operation.operationId);
        if (row) operation.responses = responsesOf(row, operation.responses);
        // The generator declares every body as required.
        if (row?.isBodyOptional)
          operation.requestBody = { ...operation.requestBody, required: false };
      }
      return shareComponents({
        ...document,
        components: { ...components, ...responseComponents([...rows.values()]) },
        paths,
      });
    },
  });
}
