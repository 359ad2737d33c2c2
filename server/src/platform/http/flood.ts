// A flood of bad tokens, refused before the framework sees it: through all hooks 5,000 a second would fill a core. What
// an address sends while its bucket is empty is refused on the socket, and its connection given up.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressLimit, networkOf } from '../address-limit.ts';
import { countLimited } from '../metrics.ts';
import type { Authenticate } from './auth.ts';
import { type Fate, guardDoor, type Head } from './flood.door.ts';
import { type Headers, limitHeaders } from './headers.ts';
import { rateLimited } from './limits.ts';
import { problemBody } from './problems.ts';
import type { SenderLimit } from './sender-limit.ts';
import { API_ROOT, pathOf, withoutOrigin } from './target.ts';
import { endWith } from './unparsable.ts';

interface Guard {
  address: AddressLimit;
  authenticate: Authenticate;
  senders: SenderLimit;
  headersFor: (origin: string | undefined) => Headers;
}

/**
 * A refusal waits, and its connection is not read meanwhile: what is not read costs nothing, and the system stops the
 * sender once its buffers are full. The more of an address wait, the longer each does, so that fifty connections get a
 * hundred refusals a second, and a thousand five hundred.
 */
const SHORTEST_HOLD_MS = 200;
const LONGEST_HOLD_MS = 2000;
const HOLD_MS_EACH = 10;
/** Held connections cost memory; beyond these the refusal goes out at once. */
const MOST_HELD = 2000;
/** An address with less of its bucket than this gets one request a connection from whoever is not known. */
const SUSPECT_SHARE = 0.1;

/** Only what `admit` of limits.ts would refuse for its address, in the same words; it counts, and writes no log line. */
export function refuseFloods(
  server: Server,
  { address, authenticate, senders, headersFor }: Guard,
): void {
  const givenUp = new WeakSet<Socket>();
  const heldOf = new Map<string, number>();
  let held = 0;

  const standingOf = (socket: Socket) => address.look(socket.remoteAddress ?? '');
  const isSuspect = (socket: Socket): boolean => {
    const { remaining, limit } = standingOf(socket);
    return remaining < limit * SUSPECT_SHARE;
  };
  const fateOf = (socket: Socket, { url, authorization }: Head): Fate => {
    if (!isSuspect(socket) || !withoutOrigin(url).startsWith(API_ROOT)) return 'in';
    if (authenticate.remembered(authorization)) return 'in';
    if (senders.isKnown(socket.remoteAddress ?? '', withoutOrigin(url))) return 'in';
    return standingOf(socket).remaining === 0 ? 'away' : 'once';
  };

  /** As the bucket stands now; it may have something again, but what was asked was refused. */
  const refusalOf = (socket: Socket, { url, origin }: Head) => {
    const standing = { ...standingOf(socket), remaining: 0 };
    const problem = rateLimited({ bucket: 'address', standing });
    const requestId = randomUUID();
    const headers: Headers = {
      ...headersFor(origin),
      ...limitHeaders(standing),
      ...problem.headers,
      'x-request-id': requestId,
    };
    countLimited('address');
    return {
      status: problem.status,
      headers,
      body: problemBody(problem, requestId, pathOf(withoutOrigin(url))),
    };
  };

  const hold = (socket: Socket, refuse: () => void): void => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (heldOf.get(network) ?? 0) + 1;
    heldOf.set(network, count);
    held += 1;
    const waitMs = Math.min(LONGEST_HOLD_MS, Math.max(SHORTEST_HOLD_MS, count * HOLD_MS_EACH));
    setTimeout(() => {
      held -= 1;
      const others = (heldOf.get(network) ?? 1) - 1;
      if (others === 0) heldOf.delete(network);
      else heldOf.set(network, others);
      if (!socket.destroyed) refuse();
    }, waitMs);
  };

  /** Whatever else it has sent stays unread. */
  const giveUp = (socket: Socket): void => {
    givenUp.add(socket);
    socket.pause();
  };

  const turnAway = (socket: Socket, refuse: () => void): void => {
    giveUp(socket);
    if (held < MOST_HELD) hold(socket, refuse);
    else refuse();
  };

  const refuseOnSocket = (socket: Socket, head: Head): void => {
    const { status, headers, body } = refusalOf(socket, head);
    endWith(socket, status, headers, body);
  };

  /** To one who wants no body, or behind a request whose answer is not out yet. */
  const refuseInOrder = (response: ServerResponse, socket: Socket, head: Head): void => {
    const { status, headers, body } = refusalOf(socket, head);
    response.writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  };

  const refuse = ({ method, socket }: IncomingMessage, response: ServerResponse, head: Head) => {
    if (!response.socket) {
      giveUp(socket);
      refuseInOrder(response, socket, head);
    } else if (method === 'HEAD') turnAway(socket, () => refuseInOrder(response, socket, head));
    else turnAway(socket, () => refuseOnSocket(socket, head));
  };

  /** Has a chance, and its connection ends with the answer; what came behind it is not looked at. */
  const handleLast = (response: ServerResponse, socket: Socket): void => {
    givenUp.add(socket);
    response.setHeader('connection', 'close');
  };

  const isLast = guardDoor(server, {
    isSuspect,
    fateOf,
    turnAway: (socket, head) => turnAway(socket, () => refuseOnSocket(socket, head)),
  });
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response) => {
    const { socket, url = '', headers } = request;
    if (givenUp.has(socket)) return;
    const head: Head = { url, authorization: headers.authorization, origin: headers.origin };
    const fate = fateOf(socket, head);
    if (fate === 'away') {
      refuse(request, response, head);
      return;
    }
    if (fate === 'once' || isLast(socket)) handleLast(response, socket);
    for (const handle of handlers) handle.call(server, request, response);
  });
}
