// A flood of bad tokens, refused before the framework sees it: through all hooks 5,000 a second would fill a core.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressLimit } from '../address-limit.ts';
import type { Standing } from '../buckets.ts';
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

/**
 * A refusal waits a little, and so does a client that sends its next request after the answer: what it has not sent
 * costs nothing. Fifty connections then get 250 refusals a second, where each took what it could get.
 */
const HOLD_MS = 200;
/** Held answers cost memory; beyond these they go out at once. */
const MOST_HELD = 2000;

/** Only what `admit` of limits.ts would refuse for its address, in the same words; it counts, and writes no log line. */
export function refuseFloods(server: Server, { address, authenticate, headersFor }: Guard): void {
  let held = 0;

  /** How the bucket stands that refuses it, or nothing if it has a chance. */
  const refusalOf = ({ url = '', headers, socket }: IncomingMessage): Standing | undefined => {
    if (!url.startsWith(API_ROOT)) return undefined;
    const standing = address.look(socket.remoteAddress ?? '');
    const isHopeless = standing.remaining === 0 && !authenticate.remembered(headers.authorization);
    return isHopeless ? standing : undefined;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, standing: Standing): void => {
    const problem = rateLimited({ bucket: 'address', standing });
    const requestId = randomUUID();
    const body = problemBody(problem, requestId, pathOf(request.url ?? ''));
    countLimited('address');
    response.writeHead(problem.status, {
      ...headersFor(request.headers.origin),
      ...limitHeaders(standing),
      ...problem.headers,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };

  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    held += 1;
    setTimeout(() => {
      held -= 1;
      // As it stands now; it may be full enough again, but what was asked was refused.
      const standing = address.look(request.socket.remoteAddress ?? '');
      if (!response.destroyed) refuse(request, response, { ...standing, remaining: 0 });
    }, HOLD_MS);
  };

  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const standing = refusalOf(request);
    if (!standing) for (const handle of handlers) handle.call(server, request, response);
    else if (held < MOST_HELD) hold(request, response);
    else refuse(request, response, standing);
  });
}
