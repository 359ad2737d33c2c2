// Serves SCIM 2.0 (RFC 7643 and 7644) at `/scim/v2`, outside the API: it has a media type, errors and tokens of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginCommit, ignoreTimedOut } from '../platform/http/guard/deadlines.ts';
import { acceptJson, structuralFaults } from '../platform/http/input/json.ts';
import { isUnchanged, readIfMatch } from '../platform/http/output/etag.ts';
import { publicPage } from '../platform/http/output/public-page.ts';
import { ok, type Reply } from '../platform/http/request/context.ts';
import { write } from '../platform/http/routes/write.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { callerAddress } from '../platform/http/request/caller-address.ts';
import { traceparentOf } from '../platform/tracing/trace-context.ts';
import { actorOf, authenticate } from './authenticate.ts';
import { SCIM_ROOT } from './connectors/connectors.service.ts';
import type { ConnectorRow } from './connectors/connectors.sql.ts';
import {
  createGroup,
  getGroup,
  listAllGroups,
  patchGroup,
  releaseGroup,
  replaceGroup,
} from './groups/groups.handlers.ts';
import {
  findSchema,
  findType,
  listSchemas,
  listTypes,
  serviceProviderConfig,
} from './protocol/discovery.ts';
import { errorReply, ScimError } from './protocol/scim-error.ts';
import type { ScimRequest } from './scim-request.ts';
import {
  createUser,
  getUser,
  listAllUsers,
  patchUser,
  releaseUser,
  replaceUser,
} from './users/users.handlers.ts';

type Read = (request: ScimRequest) => Promise<Reply>;
type Write = (tx: Tx, request: ScimRequest) => Promise<Reply>;

interface Endpoint {
  GET?: Read;
  POST?: Write;
  PUT?: Write;
  PATCH?: Write;
  DELETE?: Write;
}

const okIfFound = (resource: object | undefined, id: string): Reply => {
  if (resource) return ok(resource);
  throw new ScimError(404, undefined, `${id.slice(0, 100)} does not exist.`);
};

const endpoints: Readonly<Record<string, Endpoint>> = {
  '/Users': { GET: listAllUsers, POST: createUser },
  '/Users/:id': { GET: getUser, PUT: replaceUser, PATCH: patchUser, DELETE: releaseUser },
  '/Groups': { GET: listAllGroups, POST: createGroup },
  '/Groups/:id': { GET: getGroup, PUT: replaceGroup, PATCH: patchGroup, DELETE: releaseGroup },
  '/ServiceProviderConfig': {
    GET: async ({ deps, root }) => ok(serviceProviderConfig(deps.config.BASE_URL, root)),
  },
  '/ResourceTypes': { GET: async ({ root }) => ok(listTypes(root)) },
  '/ResourceTypes/:id': { GET: async ({ id, root }) => okIfFound(findType(id, root), id) },
  '/Schemas': { GET: async ({ root }) => ok(listSchemas(root)) },
  '/Schemas/:id': { GET: async ({ id, root }) => okIfFound(findSchema(id, root), id) },
};

const MEDIA_TYPE = 'application/scim+json';
/** A group of 5,000 members has so many values, with the parts that directories send. */
const MAX_VALUES = 30_000;

const connectors = new WeakMap<FastifyRequest, ConnectorRow>();

function readBody(body: unknown): unknown {
  const [fault] = structuralFaults(body, 'body', MAX_VALUES);
  if (fault) throw new ScimError(400, 'invalidSyntax', fault.message);
  return body;
}

/** Directories send the version back as it is in `meta`, some as a weak ETag. */
function ifMatchOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['if-match']?.replaceAll('W/', '');
  const value = readIfMatch(header);
  if (header !== undefined && value === undefined)
    throw new ScimError(400, 'invalidValue', 'If-Match is the version of the resource, or *.');
  return value;
}

/** An id of another form cannot exist, and PostgreSQL refuses NUL. */
function idOf({ params }: FastifyRequest): string {
  const { id = '' } = params as { id?: string };
  if (/^[\w:.-]*$/.test(id)) return id;
  throw new ScimError(404, undefined, 'There is no resource with this id.');
}

function requestOf(deps: Deps, request: FastifyRequest): ScimRequest {
  const connector = connectors.get(request);
  if (!connector) throw new Error('The connector is not authenticated.');
  return {
    deps,
    connector,
    context: {
      actor: request.actor,
      requestId: request.id,
      traceparent: request.span && traceparentOf(request.span.context),
      origin: { address: callerAddress(request), client: connector.id },
      now: deps.now(),
    },
    root: `${deps.config.BASE_URL}${SCIM_ROOT}`,
    id: idOf(request),
    query: request.query as ScimRequest['query'],
    body: readBody(request.body),
    ifMatch: ifMatchOf(request),
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body, headers }: Reply) {
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isUnchanged(request.headers['if-none-match'], headers?.['etag']))
    return reply.code(304).send();
  if (body === undefined) return reply.send();
  return reply.type(`${MEDIA_TYPE}; charset=utf-8`).send(JSON.stringify(body));
}

const handlerOf =
  (deps: Deps, endpoint: Endpoint, method: keyof Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const scimRequest = requestOf(deps, request);
    try {
      if (method === 'GET') return send(request, reply, await readOf(endpoint)(scimRequest));
      const handle = endpoint[method] as Write;
      const { response } = await write(
        deps,
        undefined,
        (tx) => handle(tx, scimRequest),
        () => beginCommit(reply),
      );
      return send(request, reply, response);
    } catch (error) {
      return ignoreTimedOut(reply)(error);
    }
  };

const readOf = ({ GET }: Endpoint): Read => GET as Read;

function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, headers, isCrash } = errorReply(error);
  if (isCrash) request.log.error({ err: error }, 'request.crashed');
  return reply
    .code(status)
    .headers({ ...headers, 'content-type': `${MEDIA_TYPE}; charset=utf-8` })
    .send(JSON.stringify(body));
}

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function registerScim(app: FastifyInstance, deps: Deps): void {
  void app.register(
    async (scope) => {
      acceptJson(scope, [MEDIA_TYPE]);
      scope.setErrorHandler(sendError);
      scope.addHook('onRequest', async (request, reply) => {
        const connector = await authenticate(deps, request.headers.authorization);
        connectors.set(request, connector);
        request.actor = actorOf(deps, connector);
        await app.limiter.charge(request, reply, connector);
      });
      for (const [url, endpoint] of Object.entries(endpoints)) {
        const methods = Object.keys(endpoint) as (keyof Endpoint)[];
        for (const method of methods)
          scope.route({ method, url, ...publicPage, handler: handlerOf(deps, endpoint, method) });
      }
      scope.route({
        method: OTHER_METHODS,
        url: '/*',
        ...publicPage,
        handler: async (request) => {
          throw new ScimError(
            404,
            undefined,
            `${request.method} ${request.url.slice(0, 200)} is not offered. See ${SCIM_ROOT}/ResourceTypes and ${SCIM_ROOT}/ServiceProviderConfig.`,
          );
        },
      });
    },
    { prefix: SCIM_ROOT },
  );
}
