// Composes the HTTP server: the routes of all features and the authentication of requests.
import type { FastifyInstance } from 'fastify';
import { aiRoutes, answererOf, stopModelCalls } from './ai/index.ts';
import { jobRoutes } from './bulk/index.ts';
import { ciRoutes } from './cmdb/index.ts';
import { changeRoutes } from './changes/index.ts';
import { registerConsole } from './console/index.ts';
import {
  auditRoutes,
  eventRoutes,
  presenceRoutes,
  stopEventStreams,
  streamRoutes,
} from './events/index.ts';
import { impactRoutes } from './impact/index.ts';
import { incidentRoutes } from './incidents/index.ts';
import { articleRoutes, startSavingUses, stopEmbedding } from './knowledge/index.ts';
import type { Deps } from './platform/runtime/deps.ts';
import { type Authenticate, tokenVerifier } from './platform/http/guard/auth.ts';
import { documentRoutes } from './platform/http/routes/openapi.ts';
import { healthRoutes, registerProbes } from './platform/http/probes.ts';
import { registerResourceMetadata } from './platform/http/output/resource-metadata.ts';
import { registerSecurityContact } from './platform/http/output/security-contact.ts';
import { registerReference } from './platform/http/output/reference.ts';
import { registerRoutes } from './platform/http/routes/register.ts';
import type { Route } from './platform/http/routes/route.ts';
import { createServer } from './platform/http/server.ts';
import { domainOf, emailFrom, identityRoutes, may, Revoked, rolesFrom } from './identity/index.ts';
import { notificationRoutes, preferenceRoutes } from './notifications/index.ts';
import { recordEventVisibility } from './records/index.ts';
import { serviceRequestRoutes } from './requests/index.ts';
import { settingsRoutes } from './settings/index.ts';
import { version } from './version.ts';
import { viewListsOf, viewRoutes } from './views/index.ts';
import { deliveryRoutes, inboundRoutes, outboundRoutes, webhookAudit } from './webhooks/index.ts';

const streamRules = { visibility: recordEventVisibility, presence: may('presence.share') };

const featureRoutes: readonly Route[] = [
  ...incidentRoutes,
  ...serviceRequestRoutes,
  ...ciRoutes,
  ...impactRoutes,
  ...changeRoutes,
  ...articleRoutes,
  ...aiRoutes,
  ...jobRoutes,
  ...auditRoutes(may('audit.read'), webhookAudit),
  ...identityRoutes,
  ...settingsRoutes(may('settings.manage')),
  ...eventRoutes(may('events.read'), recordEventVisibility),
  ...streamRoutes(may('events.read'), streamRules),
  ...presenceRoutes(streamRules),
  ...outboundRoutes,
  ...deliveryRoutes,
  ...inboundRoutes,
  ...notificationRoutes,
  ...preferenceRoutes,
  ...healthRoutes(may('health.read'), version),
];

/** A saved view is validated by the schemas of the list that it is of. */
export const routes: readonly Route[] = [
  ...featureRoutes,
  ...viewRoutes(viewListsOf(featureRoutes)),
];

const authenticator = ({ config, egress, log, now }: Deps, revoked: Revoked): Authenticate =>
  tokenVerifier({
    issuer: config.OIDC_ISSUER || config.AUTH_URL,
    audience: config.AUTH_AUDIENCE,
    jwksUrl: config.OIDC_JWKS_URL || `${config.AUTH_URL}/jwks`,
    rolesOf: rolesFrom(config),
    emailOf: emailFrom(config),
    isForeign: config.OIDC_ISSUER !== '',
    domain: domainOf(config),
    isRevoked: revoked.has,
    revocationsRead: revoked.upToDate,
    keySet: {
      now: () => now().getTime(),
      fetch: egress.operatorFetch,
      onFailure: (error) => log.warn({ err: error }, 'key_set.failed'),
    },
  });

export { stopListening } from './platform/http/guard/stop-listening.ts';

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  // A provider whose packages are missing stops the start.
  answererOf(deps);
  const revoked = new Revoked(deps);
  const authenticate = authenticator(deps, revoked);
  const app = createServer(deps, authenticate);
  await documentRoutes(app, version, deps.config.BASE_URL);
  // Started on listen, so that a tool that only reads the routes is not kept alive by them.
  let running: { stop: () => Promise<void> }[] = [];
  app.addHook('onListen', async () => {
    running = [revoked.start(), startSavingUses(deps)];
  });
  app.addHook('onClose', async () => {
    await Promise.all([stopEmbedding(deps), ...running.map((one) => one.stop())]);
  });
  // Closing waits for all responses: streams never end by themselves, and a model may take longer than a stop.
  app.addHook('preClose', () => {
    stopModelCalls(deps);
    return stopEventStreams(deps);
  });
  registerRoutes(app, deps, authenticate, routes);
  registerProbes(app, deps);
  registerReference(app, deps.config.BASE_URL);
  registerConsole(app, deps);
  registerResourceMetadata(app, deps.config);
  registerSecurityContact(app, deps);
  await app.ready();
  return app;
}
