// Programs read /openapi.json and people /docs; both are public.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { StaticBody } from './static-body.ts';

/** The page may run its own scripts, allowed by hash, and send requests to this instance; nothing else. */
function pagePolicyOf(page: string, baseUrl: string): string {
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

const SCRIPT = '/docs/js/scalar.js';

interface Pages {
  page: string;
  pagePolicy: string;
  script: StaticBody;
}

/** The plugin renders them in a server of its own that never listens, because its page and script do not change. */
async function loadPages(baseUrl: string): Promise<Pages> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(scalar, {
    routePrefix: '/docs',
    // The page uses no third-party resources, telemetry or services.
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
  const read = async (path: string): Promise<string> => (await server.inject(path)).body;
  const [page, script] = [await read('/docs/'), await read(SCRIPT)];
  await server.close();
  return { page, pagePolicy: pagePolicyOf(page, baseUrl), script: new StaticBody(script) };
}

const isPublic = { config: { policy: 'public' }, schema: { hide: true } } as const;

/** The addition depends on the files of this instance, so the committed document does not have it. */
function servedDocument(app: FastifyInstance, addition: string): StaticBody {
  const { info, ...document } = app.swagger();
  const description = `${info.description}${addition}`;
  return new StaticBody(JSON.stringify({ ...document, info: { ...info, description } }));
}

/** `describe` returns Markdown that follows the introduction of the document. */
export function registerReference(
  app: FastifyInstance,
  baseUrl: string,
  describe: () => string,
): void {
  // The document is built at the first request, when all routes are registered.
  let served: { addition: string; document: StaticBody } | undefined;
  app.get('/openapi.json', isPublic, async (request, reply) => {
    const addition = describe();
    if (served?.addition !== addition)
      served = { addition, document: servedDocument(app, addition) };
    reply.type('application/json; charset=utf-8');
    return served.document.negotiate(request, reply);
  });
  // The pages are loaded at the first request: the plugin takes 200 ms and its script 4 MB, and most processes serve neither.
  let loaded: Promise<Pages> | undefined;
  const pages = () => (loaded ??= loadPages(baseUrl));
  app.get('/docs', isPublic, async (_request, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', isPublic, async (_request, reply) => {
    const { page, pagePolicy } = await pages();
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .send(page);
  });
  app.get(SCRIPT, isPublic, async (request, reply) => {
    const { script } = await pages();
    reply.type('application/javascript; charset=utf-8');
    return script.negotiate(request, reply);
  });
}
