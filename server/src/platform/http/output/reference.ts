// Programs read /openapi.json and people /docs; both are public.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../../runtime/config.ts';
import type { IssuerOrigins } from './issuer-origins.ts';
import { publicPage } from './public-page.ts';
import { StaticBody } from './static-body.ts';

type Addresses = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'OIDC_ISSUER'>;

export interface ReferenceDeps {
  config: Addresses;
  originsOfIssuer: IssuerOrigins;
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

const hashesOf = (page: string): string[] =>
  [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** The page may run its own scripts, allowed by hash, and send requests to this instance and its identity provider; nothing else. */
const pagePolicy = (hashes: readonly string[], origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const SCRIPT = '/docs/js/scalar.js';
const CALLBACK = '/docs/callback';

/** The page opens the identity provider in a window, and reads the code from its address when it is back here. */
const CALLBACK_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Signed in</title>
  </head>
  <body>
    <p>You are signed in, and this window closes by itself. If it stays open, close it and sign in again from the reference.</p>
  </body>
</html>
`;

/** The plugin stores tokens in localStorage, where they would outlast the tab and be read by every other one. */
const STORE_IN_TAB =
  "<script>Object.defineProperty(window, 'localStorage', { value: window.sessionStorage });</script>";

/** On a narrow screen the end of a command to paste would be hidden, because the box shows no scroll bar. The style of the page is more specific. */
const WRAP_COMMANDS =
  '.introduction-description pre code { white-space: pre-wrap !important; overflow-wrap: anywhere; }';

/** The client `docs` of the identity provider is public. An external provider has its own clients. */
const authenticationOf = ({ BASE_URL, OIDC_ISSUER }: Addresses) =>
  OIDC_ISSUER
    ? { preferredSecurityScheme: 'bearer' }
    : {
        preferredSecurityScheme: 'oauth2',
        securitySchemes: {
          oauth2: {
            flows: {
              authorizationCode: {
                'x-scalar-client-id': 'docs',
                'x-scalar-redirect-uri': `${BASE_URL}${CALLBACK}`,
                'x-usePkce': 'SHA-256' as const,
                selectedScopes: ['api'],
              },
              clientCredentials: { selectedScopes: ['api'] },
            },
          },
        },
      };

interface Pages {
  page: string;
  hashes: string[];
  script: StaticBody;
}

/** The plugin renders them in a server of its own that never listens, because its page and script do not change. */
async function loadPages(config: Addresses): Promise<Pages> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(scalar, {
    routePrefix: '/docs',
    // The page uses no third-party resources, telemetry or services.
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Signalbox API',
      authentication: authenticationOf(config),
      persistAuth: true,
      // The samples of the document are shown instead of generated ones.
      hiddenClients: true,
      customCss: WRAP_COMMANDS,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  });
  const read = async (path: string): Promise<string> => (await server.inject(path)).body;
  const [rendered, script] = [await read('/docs/'), await read(SCRIPT)];
  await server.close();
  const page = rendered.replace('<body>', `<body>\n    ${STORE_IN_TAB}`);
  return { page, hashes: hashesOf(page), script: new StaticBody(script) };
}

/** The addition depends on the files of this instance, so the committed document does not have it. */
function servedDocument(app: FastifyInstance, addition: string): StaticBody {
  const { info, ...document } = app.swagger();
  const description = `${info.description}${addition}`;
  return new StaticBody(JSON.stringify({ ...document, info: { ...info, description } }));
}

/** `describe` returns Markdown that follows the introduction of the document. */
export function registerReference(
  app: FastifyInstance,
  { config, originsOfIssuer }: ReferenceDeps,
  describe: () => string,
): void {
  // The document is built at the first request, when all routes are registered.
  let served: { addition: string; document: StaticBody } | undefined;
  app.get('/openapi.json', publicPage, async (request, reply) => {
    const addition = describe();
    if (served?.addition !== addition)
      served = { addition, document: servedDocument(app, addition) };
    reply.type('application/json; charset=utf-8');
    return served.document.negotiate(request, reply);
  });
  // The pages are loaded at the first request: the plugin takes 200 ms and its script 4 MB, and most processes serve neither.
  let loaded: Promise<Pages> | undefined;
  const pages = () => (loaded ??= loadPages(config));
  app.get('/docs', publicPage, async (_request, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', publicPage, async (_request, reply) => {
    const { page, hashes } = await pages();
    const origins = [new URL(config.BASE_URL).origin, ...(await originsOfIssuer())];
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(hashes, origins))
      .send(page);
  });
  app.get(CALLBACK, publicPage, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(CALLBACK_PAGE),
  );
  app.get(SCRIPT, publicPage, async (request, reply) => {
    const { script } = await pages();
    reply.type('application/javascript; charset=utf-8');
    return script.negotiate(request, reply);
  });
}
