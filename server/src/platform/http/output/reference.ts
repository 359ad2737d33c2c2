// /openapi.json for programs and /docs for people, both public.
import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { StaticBody } from './static-body.ts';

/** The page may run its own scripts, allowed by hash, and send requests to this instance; nothing else. */
function pagePolicy(page: string, baseUrl: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export async function registerReference(app: FastifyInstance, baseUrl: string): Promise<void> {
  // Built at the first request, when all routes are registered.
  let document: StaticBody | undefined;
  app.get(
    '/openapi.json',
    { config: { policy: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      document ??= new StaticBody(JSON.stringify(app.swagger()));
      reply.type('application/json; charset=utf-8');
      return document.negotiate(request, reply);
    },
  );
  // The plugin declares its own routes, all of which are public pages and scripts.
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, policy: 'public' };
    });
    let script: StaticBody | undefined;
    pages.addHook('onSend', async (request, reply, payload) => {
      const type = String(reply.getHeader('content-type'));
      if (typeof payload !== 'string') return payload;
      if (type.startsWith('text/html'))
        reply.header('content-security-policy', pagePolicy(payload, baseUrl));
      // The plugin has one script, of more than 4 MB.
      if (!type.startsWith('application/javascript')) return payload;
      script ??= new StaticBody(payload);
      return script.negotiate(request, reply);
    });
    await pages.register(scalar, {
      routePrefix: '/docs',
      // The plugin builds a URL from the Host header.
      hooks: {
        onRequest: (request, _reply, done) => {
          const isHost = URL.canParse(`http://${request.headers.host}`);
          done(
            isHost
              ? undefined
              : new ApiError('malformed_request', 'The Host header is not a valid host.'),
          );
        },
      },
      // No third-party resources, telemetry or services.
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
