// Composes the HTTP server: the routes of all features and the authentication of requests.
import type { FastifyInstance } from 'fastify';
import { answererOf, stopModelCalls } from './ai/index.ts';
import { registerConsole } from './console/index.ts';
import { checkEventStreams, describeWebhooks, stopEventStreams } from './events/index.ts';
import { compose, routesOf, tableOf } from './feature.ts';
import { features } from './features.ts';
import { registerGuide } from './guide/index.ts';
import { startSavingUses, stopEmbedding } from './knowledge/index.ts';
import type { Deps } from './platform/runtime/deps.ts';
import { type Authenticate, tokenVerifier } from './platform/http/guard/auth.ts';
import { documentRoutes } from './platform/http/routes/openapi.ts';
import { registerProbes } from './platform/http/probes.ts';
import { type IssuerOrigins, issuerOrigins } from './platform/http/output/issuer-origins.ts';
import { registerResourceMetadata } from './platform/http/output/resource-metadata.ts';
import { registerSecurityContact } from './platform/http/output/security-contact.ts';
import { registerReference } from './platform/http/output/reference.ts';
import { registerRoutes } from './platform/http/routes/register.ts';
import type { Route } from './platform/http/routes/route.ts';
import { createServer } from './platform/http/server.ts';
import { registerScim } from './scim/index.ts';
import { registerSdk } from './sdk/index.ts';
import { domainOf, emailFrom, RevocationCache, rolesFrom } from './identity/index.ts';
import { version } from './version.ts';

export const routes: readonly Route[] = routesOf(features);

const authenticator = (
  { config, egress, log, now }: Deps,
  revocations: RevocationCache,
): Authenticate =>
  tokenVerifier({
    issuer: config.OIDC_ISSUER || config.AUTH_URL,
    audience: config.AUTH_AUDIENCE,
    jwksUrl: config.OIDC_JWKS_URL || `${config.AUTH_URL}/jwks`,
    rolesOf: rolesFrom(config),
    emailOf: emailFrom(config),
    isForeign: config.OIDC_ISSUER !== '',
    domain: domainOf(config),
    isRevoked: revocations.has,
    awaitRevocations: revocations.whenUpToDate,
    keySet: {
      now: () => now().getTime(),
      fetch: egress.operatorFetch,
      onFailure: (error) => log.warn({ err: error }, 'key_set.failed'),
    },
  });

/** The console and the reference share one cache of the discovery document. */
const originsOf = ({ config, egress, log }: Deps): IssuerOrigins =>
  issuerOrigins({
    issuer: config.OIDC_ISSUER || config.AUTH_URL,
    isForeign: config.OIDC_ISSUER !== '',
    now: Date.now,
    fetch: egress.operatorFetch,
    onFailure: (error) => log.warn({ err: error }, 'issuer_metadata.failed'),
  });

export { stopListening } from './platform/http/guard/stop-listening.ts';

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  compose(features);
  // A provider whose packages are missing stops the start.
  answererOf(deps);
  const revocations = new RevocationCache(deps, () => checkEventStreams(deps));
  const authenticate = authenticator(deps, revocations);
  const app = createServer(deps, authenticate);
  await documentRoutes(app, version, deps.config, describeWebhooks(tableOf(features, 'events')));
  // Started on listen, so that a tool that only reads the routes is not kept alive by them.
  let running: { stop: () => Promise<void> }[] = [];
  app.addHook('onListen', async () => {
    running = [revocations.start(), startSavingUses(deps)];
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
  registerScim(app, deps);
  registerProbes(app, deps);
  const sdk = registerSdk(app, deps.config.BASE_URL, version);
  const pages = { config: deps.config, originsOfIssuer: originsOf(deps) };
  registerReference(app, pages, sdk.describe);
  registerGuide(app, deps);
  registerConsole(app, pages);
  registerResourceMetadata(app, deps.config);
  registerSecurityContact(app, deps);
  await app.ready();
  return app;
}
