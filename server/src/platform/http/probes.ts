// Operators probe /livez and /readyz without a token; the API has a health check.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../runtime/deps.ts';
import { health, readiness } from '../runtime/health.ts';
import { ok } from './request/context.ts';
import { publicPage } from './output/public-page.ts';
import type { Policy } from './routes/policy.ts';
import { reads, type Route } from './routes/route.ts';
import { object, oneOf } from './input/schema.ts';

const status = oneOf(['ok', 'degraded', 'failed']);

const healthSchema = (version: string) =>
  object(
    {
      status,
      version: Type.String(),
      checks: Type.Record(Type.String(), object({ status, detail: Type.Optional(Type.String()) })),
    },
    {
      title: 'Health',
      examples: [{ status: 'ok', version, checks: { database: { status: 'ok' } } }],
    },
  );

export const healthRoutes = (policy: Policy, version: string): Route[] => [
  reads({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag: 'Health',
    summary: 'Get API health',
    description:
      'Checks the service and its dependencies. `degraded` returns 200 but needs attention. Load balancers should use `/livez` and `/readyz`, which need no token.',
    policy,
    success: {
      status: 200,
      description: 'The status of each check.',
      schema: healthSchema(version),
    },
    read: async ({ deps }) => ok(await health(deps, version)),
  }),
];

const probe = { ...publicPage, config: { ...publicPage.config, limit: 'none' } } as const;

/** /livez says that the event loop responds. /readyz fails during shutdown, so that load balancers stop sending. */
export function registerProbes(app: FastifyInstance, deps: Deps): void {
  app.get('/livez', probe, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', probe, async (_request, reply) => {
    const { status: code, body } = await readiness(deps);
    return reply.code(code).send(body);
  });
}
