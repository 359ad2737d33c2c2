// Rows become Fastify routes here: policy first, then the handler, and 405 for the methods a path does not offer.
import { METHODS as HTTP_METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Problem } from '../errors.ts';
import { BODY_LIMIT, LARGE_HANDLER_MS } from './arrival.ts';
import type { Authenticate } from './auth.ts';
import type { Call } from './call.ts';
import { handlerOf } from './handle.ts';
import { type Policy, requireReach } from './policy.ts';
import type { Route } from './route.ts';
import { API_ROOT } from './target.ts';

/** Without a policy nobody has decided who may call: the process must not start. */
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
      config: { policy, row },
      ...(row.bodyLimit && { bodyLimit: row.bodyLimit }),
      ...((row.bodyLimit ?? 0) > BODY_LIMIT && { handlerTimeout: LARGE_HANDLER_MS }),
      onRequest: async (request) => {
        if (policy === 'public') return;
        request.actor = await authenticate(request.headers.authorization);
        request.reach = requireReach(policy, request.actor);
      },
      handler: handlerOf(row, deps),
    });
  }
  refuseOtherMethods(app, rows);
}

/** CONNECT never becomes a request. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT');

/**
 * A known path with another method, any that HTTP knows, is 405 with Allow, by the same router that
 * knows the path; and before its body is read, whose faults would be of no interest.
 */
function refuseOtherMethods(app: FastifyInstance, rows: readonly Route[]): void {
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
      onRequest: async (request) => {
        throw new Problem(
          'method_not_allowed',
          `${request.method} is not offered here; ${allow.join(', ')} are.`,
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
    actor: Call['actor'];
    reach: Call['reach'];
  }
  interface FastifyContextConfig {
    policy?: Policy;
    row?: Route;
  }
}
