// /openapi.json for programs and /docs for people, both public.
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';

export async function registerReference(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { config: { policy: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
  // The plugin declares its own routes: all of them are pages and scripts that anybody may read.
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, policy: 'public' };
    });
    await pages.register(scalar, {
      routePrefix: '/docs',
      // The plugin makes a url of the Host header.
      hooks: {
        onRequest: (request, _reply, done) => {
          const isHost = URL.canParse(`http://${request.headers.host}`);
          done(
            isHost ? undefined : new Problem('malformed_request', 'The Host header is not a host.'),
          );
        },
      },
      // Nothing is fetched from, sent to or offered by anybody else.
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Signalbox API',
        authentication: { preferredSecurityScheme: 'bearer' },
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        mcp: { disabled: true },
        agent: { disabled: true },
      },
    });
  });
}
