// Probes for those who run the process, and the health check for those who call it.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../runtime/deps.ts';
import { health } from '../runtime/health.ts';
import { ok } from './request/context.ts';
import type { Policy } from './routes/policy.ts';
import { reads, type Route } from './routes/route.ts';
import { object, oneOf } from './input/schema.ts';

const status = oneOf(['ok', 'degraded', 'failed']);

const Health = object(
  {
    status,
    version: Type.String(),
    checks: Type.Record(Type.String(), object({ status, detail: Type.Optional(Type.String()) })),
  },
  {
    title: 'Health',
    examples: [{ status: 'ok', version: '0.1.0', checks: { database: { status: 'ok' } } }],
  },
);

export const healthRoutes = (policy: Policy, version: string): Route[] => [
  reads({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag: 'Health',
    summary: 'API health check',
    description:
      'Whether the service and what it stands on work. Load balancers ask /livez and /readyz instead, which need no token.',
    policy,
    success: { status: 200, description: 'The state of each part.', schema: Health },
    read: async ({ deps }) => ok(await health(deps, version)),
  }),
];

const probe = { config: { policy: 'public', limit: 'none' }, schema: { hide: true } } as const;

/** /livez: the process turns. /readyz: send it requests; false while it stops, so that none arrives too late. */
export function registerProbes(app: FastifyInstance, deps: Deps, version: string): void {
  const { lifecycle } = deps;
  app.get('/livez', probe, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', probe, async (_request, reply) => {
    const { status: state, checks } = await health(deps, version);
    const isReady = state !== 'failed' && !lifecycle.isStopping;
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: lifecycle.isStopping ? 'stopping' : state, checks });
  });
}
