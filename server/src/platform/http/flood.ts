// A flood of bad tokens, refused before the framework sees it: through all hooks 5,000 a second would fill a core.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressLimit } from '../address-limit.ts';
import { countLimited } from '../metrics.ts';
import type { Authenticate } from './auth.ts';
import { type Headers, limitHeaders } from './headers.ts';
import { rateLimited } from './limits.ts';
import { problemBody } from './problems.ts';
import { API_ROOT, pathOf } from './target.ts';

interface Guard {
  address: AddressLimit;
  authenticate: Authenticate;
  headersFor: (origin: string | undefined) => Headers;
}

/** Only what `admit` of limits.ts would refuse for its address, in the same words; it counts, and writes no log line. */
export function refuseFloods(server: Server, { address, authenticate, headersFor }: Guard): void {
  const isHopeless = ({ url = '', headers, socket }: IncomingMessage): boolean =>
    url.startsWith(API_ROOT) &&
    address.look(socket.remoteAddress ?? '').remaining === 0 &&
    !authenticate.remembered(headers.authorization);

  const refuse: RequestListener = ({ url = '', headers, socket }, response) => {
    const standing = address.look(socket.remoteAddress ?? '');
    const problem = rateLimited({ bucket: 'address', standing });
    const requestId = randomUUID();
    const body = problemBody(problem, requestId, pathOf(url));
    countLimited('address');
    response.writeHead(problem.status, {
      ...headersFor(headers.origin),
      ...limitHeaders(standing),
      ...problem.headers,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };

  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isHopeless(request)) refuse(request, response);
    else for (const handle of handlers) handle.call(server, request, response);
  });
}
