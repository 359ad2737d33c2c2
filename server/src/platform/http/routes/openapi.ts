// The OpenAPI document is generated from the route rows, so that it cannot differ from the code.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { RETENTION_HOURS, takesKey } from './idempotency.ts';
import { type Route, takesIfMatch } from './route.ts';
import type { Config } from '../../runtime/config.ts';
import { API_ROOT } from '../request/request-url.ts';
import { shareComponents } from './openapi.components.ts';
import { introduce } from './openapi.introduction.ts';
import {
  responseComponents,
  responsesOf,
  successesOf,
  takesIfNoneMatch,
} from './openapi.responses.ts';
import { type Sample, type SampledOperation, samplesOf } from './openapi.samples.ts';
import { securityOf, securitySchemesOf } from './openapi.security.ts';
import { tagsOf } from './openapi.tags.ts';

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

/**
 * Parameters whose names are decided by the instance are documented as one: its members are the parameters, as in
 * `cf.site=Munich`.
 */
const patternsOf = ({ query }: Route): NonNullable<SampledOperation['parameters']> => {
  const { patternProperties = {} } = (query ?? {}) as {
    patternProperties?: Record<string, TSchema>;
  };
  return Object.entries(patternProperties).map(([pattern, schema]) => {
    const {
      description,
      style: _style,
      explode: _explode,
      ...value
    } = schema as {
      description?: string;
      style?: string;
      explode?: boolean;
    };
    const [, name = ''] = /^\^(\w+)/.exec(pattern) ?? [];
    return {
      in: 'query',
      name,
      required: false,
      style: 'form',
      explode: true,
      ...(description && { description }),
      schema: { type: 'object', patternProperties: { [pattern]: value } },
    };
  });
};

const about = {
  title: 'Signalbox',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

interface Operation extends SampledOperation {
  'x-codeSamples'?: Sample[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export async function documentRoutes(
  app: FastifyInstance,
  version: string,
  config: Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'OIDC_ISSUER'>,
  webhooks: object,
): Promise<void> {
  const { BASE_URL: baseUrl } = config;
  const rows = new Map<string, Route>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...about, description: introduce(config), version },
      servers: [{ url: `${baseUrl}${API_ROOT}/v1` }, { url: `${baseUrl}${API_ROOT}` }],
      components: { securitySchemes: securitySchemesOf(config) as never },
    },
    transform: ({ schema, url, route }) => {
      const row = route.config?.row;
      if (!row) return { schema: { ...schema, hide: true }, url };
      rows.set(row.operationId, row);
      const { operationId, tag, summary, description, bodyType } = row;
      return {
        url: url.slice(API_ROOT.length),
        schema: {
          ...schema,
          ...(bodyType && { consumes: [bodyType] }),
          operationId,
          tags: [tag],
          summary,
          description,
          headers: requestHeaders(row),
          response: successesOf(row),
          security: row.policy === 'public' ? [] : securityOf(config),
        },
      };
    },
    transformObject: (input) => {
      const { paths, components, ...document } = (
        'openapiObject' in input ? input.openapiObject : {}
      ) as Document;
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          const row = rows.get(operation.operationId);
          operation['x-codeSamples'] = samplesOf(method.toUpperCase(), path, operation, baseUrl);
          if (row) operation.responses = responsesOf(row, operation.responses);
          if (row) operation.parameters = [...(operation.parameters ?? []), ...patternsOf(row)];
          // The generator declares every body as required.
          if (row?.isBodyOptional)
            operation.requestBody = { ...operation.requestBody, required: false } as object;
        }
      }
      return shareComponents({
        ...document,
        tags: tagsOf([...rows.values()].map(({ tag }) => tag)),
        components: { ...components, ...responseComponents([...rows.values()]) },
        paths,
        webhooks,
      });
    },
  });
}
