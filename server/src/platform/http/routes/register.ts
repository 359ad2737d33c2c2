// Registers rows as Fastify routes: policy first, then the handler, and 405 for other methods of the path.
import { METHODS as HTTP_METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../runtime/deps.ts';
import { ApiError } from '../../errors.ts';
import { BODY_LIMIT } from '../input/json.ts';
import { LARGE_HANDLER_MS } from '../guard/request-bodies.ts';
import type { Authenticate } from '../guard/auth.ts';
import type { RequestContext } from '../request/context.ts';
import { handlerOf } from './handle.ts';
import { isOwnOrigin, preflightHeaders } from '../output/headers.ts';
import { type Policy, requireReach } from './policy.ts';
import type { Route } from './route.ts';
import { API_ROOT } from '../request/request-url.ts';

/** A route without a policy must not be served, so the process does not start. */
export function requirePolicy(path: string, policy: Policy | undefined): Policy {
  if (policy === undefined || (policy !== 'public' && Object.keys(policy).length === 0)) {
    throw new Error(`${path} declares no policy`);
  }
  return policy;
}

export function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  authenticate: Authenticate,
  rows: readonly Route[],
): void {
  for (const row of rows) {
    const policy = requirePolicy(`${row.method} ${row.path}`, row.policy);
    app.route({
      method: row.method,
      url: API_ROOT + row.path,
      schema: {
        ...(row.params && { params: row.params }),
        ...(row.query && { querystring: row.query }),
        ...(row.body && { body: row.body }),
      },
      config: {
        policy,
        row,
        limit: row.limit ?? 'general',
        ...(row.handledWithinMs && { handledWithinMs: row.handledWithinMs }),
        ...((row.bodyLimit ?? 0) > BODY_LIMIT && { handledWithinMs: LARGE_HANDLER_MS }),
      },
      ...(row.bodyLimit && { bodyLimit: row.bodyLimit }),
      onRequest: async (request, reply) => {
        if (policy === 'public') return;
        if (!request.actor) {
          request.actor = await authenticate(request.headers.authorization);
          await app.limiter.charge(request, reply, request.actor);
        }
        request.reach = requireReach(policy, request.actor);
      },
      handler: handlerOf(row, deps, authenticate),
    });
  }
  refuseOtherMethods(app, deps, rows);
}

/** CONNECT never becomes a request. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT');

/** The CORS preflight request of a browser. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * A known path with any other HTTP method is 405 with Allow, by the same router that
 * knows the path, and before its body is read.
 */
function refuseOtherMethods(app: FastifyInstance, { config }: Deps, rows: readonly Route[]): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  for (const [path, offered] of Map.groupBy(rows, (row) => row.path)) {
    const methods: string[] = offered.map((row) => row.method);
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])];
    app.route({
      method: METHODS.filter((method) => !allow.includes(method)),
      url: API_ROOT + path,
      schema: { hide: true },
      config: { policy: 'public' },
      onRequest: async (request, reply) => {
        if (isPreflight(request) && isOwnOrigin(request.headers.origin, config.BASE_URL)) {
          return reply.code(204).headers(preflightHeaders(allow)).send();
        }
        throw new ApiError(
          'method_not_allowed',
          `${request.method} is not allowed for this path; use ${allow.join(', ')}.`,
          { allowed_methods: allow },
          { allow: allow.join(', ') },
        );
      },
      handler: async () => {},
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token is verified; always present where the policy requires a role. */
    actor: RequestContext['actor'];
    reach: RequestContext['reach'];
  }
  interface FastifyContextConfig {
    policy?: Policy;
    row?: Route;
  }
}
