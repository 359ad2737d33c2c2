// The metadata of RFC 9728 names the identity provider, so that a client needs the address of the instance only.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../runtime/config.ts';
import { publicPage } from './public-page.ts';

export function registerResourceMetadata(app: FastifyInstance, config: Config): void {
  const metadata = {
    resource: config.BASE_URL,
    resource_name: config.INSTANCE_NAME,
    authorization_servers: [config.OIDC_ISSUER || config.AUTH_URL],
    bearer_methods_supported: ['header'],
    scopes_supported: ['api'],
    resource_documentation: `${config.BASE_URL}/docs`,
  };
  app.get('/.well-known/oauth-protected-resource', publicPage, async () => metadata);
}
