// The HTTP side, composed: which rooms answer, and how each request is judged on its way in.
import type { FastifyInstance } from 'fastify';
import { auditRoutes } from './audit/index.ts';
import { jobRoutes } from './bulk/index.ts';
import { eventRoutes } from './eventlog/index.ts';
import {
  incidentBulkRoutes,
  incidentRoutes,
  noteRoutes,
  timelineRoutes,
} from './incidents/index.ts';
import type { Deps } from './platform/deps.ts';
import { type Authenticate, tokenVerifier } from './platform/http/auth.ts';
import { documentRoutes } from './platform/http/openapi.ts';
import { healthRoutes, registerProbes } from './platform/http/probes.ts';
import { registerReference } from './platform/http/reference.ts';
import { registerRoutes } from './platform/http/register.ts';
import type { Route } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import { may } from './identity/index.ts';
import { notificationRoutes, preferenceRoutes } from './notifications/index.ts';
import { version } from './version.ts';
import { deliveryRoutes, outboundRoutes } from './webhooks/index.ts';

export const routes: readonly Route[] = [
  ...incidentRoutes,
  ...incidentBulkRoutes,
  ...jobRoutes,
  ...noteRoutes,
  ...timelineRoutes,
  ...auditRoutes,
  ...eventRoutes,
  ...outboundRoutes,
  ...deliveryRoutes,
  ...notificationRoutes,
  ...preferenceRoutes,
  ...healthRoutes(may('health.read'), version),
];

const authenticator = ({ config }: Deps): Authenticate =>
  tokenVerifier({
    issuer: config.AUTH_URL,
    audience: config.AUTH_AUDIENCE,
    jwksUrl: `${config.AUTH_URL}/jwks`,
    domain: new URL(config.BASE_URL).hostname,
  });

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await documentRoutes(app, version, deps.config.BASE_URL);
  registerRoutes(app, deps, authenticator(deps), routes);
  registerProbes(app, deps, version);
  await registerReference(app);
  await app.ready();
  return app;
}
