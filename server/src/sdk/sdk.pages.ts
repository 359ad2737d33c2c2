// npm installs the SDK and its command line from the instance, so that they fit the API that they call.
import type { FastifyInstance } from 'fastify';
import { publicPage } from '../platform/http/output/public-page.ts';
import { readPackage, type SdkPackage } from './sdk.package.ts';

const PATH = '/sdk.tgz';

const NOT_BUILT = `The package of the SDK is not built. \`npm start\` builds it. Or run \`npm run sdk\`, then try again.
The API works without it.
`;

/** Shows at /docs how to install the package; empty if it is not built. */
const describeInstallation = (baseUrl: string, found: SdkPackage | undefined): string =>
  found
    ? `

## SDK and command line

This instance serves the package that fits it, for Node 20 and later, browsers and workers:

\`\`\`sh
npm install ${baseUrl}${PATH}
npx ${baseUrl}${PATH} whoami
\`\`\`

Its integrity is \`${found.integrity}\`.`
    : '';

export interface SdkPages {
  /** Returns Markdown for the introduction of the reference. */
  describe: () => string;
}

export function registerSdk(
  app: FastifyInstance,
  baseUrl: string,
  version: string,
  read = readPackage,
): SdkPages {
  // The file is read at the first request; if the package is built later, the next request finds it.
  let found: SdkPackage | undefined;
  const load = () => (found ??= read(version));

  app.get(PATH, publicPage, async (request, reply) => {
    const file = load();
    if (!file) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${file.filename}"`);
    return file.body.negotiate(request, reply);
  });

  return { describe: () => describeInstallation(baseUrl, load()) };
}
