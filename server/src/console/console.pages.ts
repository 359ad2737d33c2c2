// One page serves all URLs of the console, with a new nonce in each response; its other files are immutable.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { pathOf } from '../platform/http/request/request-url.ts';
import type { Config } from '../platform/runtime/config.ts';
import type { IssuerOrigins } from '../platform/http/output/issuer-origins.ts';
import { publicPage } from '../platform/http/output/public-page.ts';
import { type ConsoleFiles, readConsole } from './console.files.ts';

const ROOT = '/console/';

const NOT_BUILT = `The console is not built. \`npm start\` builds it. Or run \`npm run build\`, then reload this page.
The API and its reference at /docs work without it.
`;

/** Allows only scripts with the nonce, no markup from strings, and requests only to this service and its identity provider. */
const policyOf = (nonce: string, origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The placeholders are those of console/index.html. */
const fillPlaceholders = (page: string, values: Record<string, string>): string =>
  page.replaceAll(/%(NONCE|ISSUER|BASE|INSTANCE)%/g, (_, name: string) =>
    escapeHtml(values[name] ?? ''),
  );

interface ConsoleDeps {
  config: Pick<Config, 'AUTH_URL' | 'OIDC_ISSUER' | 'BASE_URL' | 'INSTANCE_NAME'>;
  originsOfIssuer: IssuerOrigins;
}

export function registerConsole(
  app: FastifyInstance,
  { config, originsOfIssuer }: ConsoleDeps,
  read = readConsole,
): void {
  const issuer = config.OIDC_ISSUER || config.AUTH_URL;
  const values = { ISSUER: issuer, BASE: config.BASE_URL, INSTANCE: config.INSTANCE_NAME };
  // Files are read at the first request; if the console is built later, the next request finds it.
  let files: ConsoleFiles | undefined;

  const sendPage = async (reply: FastifyReply, page: string) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policyOf(nonce, await originsOfIssuer()),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cache-control': 'no-store',
      })
      .send(fillPlaceholders(page, { ...values, NONCE: nonce }));
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    files ??= read();
    if (!files) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const path = pathOf(request.originalUrl).slice(ROOT.length);
    const asset = files.assets.get(path);
    if (asset) {
      reply.type(asset.type);
      return asset.body.negotiate(request, reply);
    }
    if (path.startsWith('assets/')) throw notFound(pathOf(request.originalUrl));
    return sendPage(reply, files.page);
  };

  app.get('/', publicPage, async (_request, reply) => reply.redirect(ROOT, 302));
  app.get('/console', publicPage, async (_request, reply) => reply.redirect(ROOT, 301));
  app.get(`${ROOT}*`, publicPage, serve);
}
