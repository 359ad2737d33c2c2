// The documents for people who call or operate the service are pages below /docs/guide/, beside the reference.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { publicPage } from '../platform/http/output/public-page.ts';
import { pathOf } from '../platform/http/request/request-url.ts';
import type { Config } from '../platform/runtime/config.ts';
import { type Guide, readGuide } from './guide.files.ts';

const ROOT = '/docs/guide/';

const NOT_BUILT = `The guides are not built. \`npm start\` builds them. Or run \`npm run build\`, then reload this page.
The reference at /docs works without them.
`;

/** The pages have no scripts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function registerGuide(
  app: FastifyInstance,
  { config }: { config: Pick<Config, 'BASE_URL' | 'AUTH_URL'> },
  read = readGuide,
): void {
  // Files are read at the first request; if the guide is built later, the next request finds it.
  let guide: Guide | undefined;
  const fileOf = (request: FastifyRequest) => {
    const path = pathOf(request.originalUrl);
    const file = guide?.get(path.slice(ROOT.length));
    if (!file) throw notFound(path);
    return file;
  };
  app.get('/docs/guide', publicPage, async (_request, reply) => reply.redirect(ROOT, 301));
  app.get(`${ROOT}*`, publicPage, async (request, reply) => {
    guide ??= read(config);
    if (!guide) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const { type, body } = fileOf(request);
    reply.type(type).header('content-security-policy', POLICY);
    return body.negotiate(request, reply);
  });
}
