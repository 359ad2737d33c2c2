// Registers rows as Fastify routes, which check the policy before the handler runs.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { Deps } from '../../runtime/deps.ts';
import { BODY_LIMIT } from '../input/json.ts';
import { LARGE_HANDLER_MS } from '../guard/request-bodies.ts';
import type { Authenticate } from '../guard/auth.ts';
import type { RequestContext } from '../request/context.ts';
import { handlerOf } from './handle.ts';
import { pathsOf } from './known-paths.ts';
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

/**
 * Refuses methods that other routes use, because a path with a parameter would serve them: without this, GET of
 * `/incidents/bulk` would read an incident with that id. Methods that no route has are refused by `knownPaths`.
 */
function refuseOtherMethods(app: FastifyInstance, { config }: Deps, rows: readonly Route[]): void {
  app.knownPaths.add(rows);
  const used = [...new Set<HTTPMethods>(['HEAD', ...rows.map(({ method }) => method)])];
  for (const { path, allow } of pathsOf(rows)) {
    app.route({
      method: used.filter((method) => !allow.includes(method)),
      url: API_ROOT + path,
      schema: { hide: true },
      config: { policy: 'public' },
      onRequest: async (request, reply) => {
        app.knownPaths.refuseMethod(request, reply, config.BASE_URL);
      },
      handler: async () => {},
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor is set once the token is verified, so always where the policy requires a role. */
    actor: RequestContext['actor'];
    reach: RequestContext['reach'];
  }
  interface FastifyContextConfig {
    policy?: Policy;
    row?: Route;
  }
}
