// New connections of an address that floods are looked at before the parser is: one read of one request, where parsing
// all that was sent at once, to refuse each, took a quarter of a core.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a refusal depends on. */
export interface Head {
  url: string;
  authorization: string | undefined;
  origin: string | undefined;
}

/** `once`: it has a chance, with this request alone. */
export type Fate = 'in' | 'once' | 'away';

interface Door {
  isSuspect: (socket: Socket) => boolean;
  fateOf: (socket: Socket, head: Head) => Fate;
  turnAway: (socket: Socket, head: Head) => void;
}

/** Who says nothing for so long is let in, where the usual times hold. */
const SPEAK_WITHIN_MS = 1000;
/** HEAD has no body in its answer; it and the rest are left to the parser. */
const FIRST_LINE = /^(?:GET|POST|PUT|PATCH|DELETE) (\S+) HTTP\/1\.1$/;

const HEADER = /^(authorization|origin|content-length|transfer-encoding):[ \t]*(.*?)[ \t]*$/i;

interface FirstHead extends Head {
  /** Its bytes, or all if a body follows. */
  length: number;
}

/**
 * The head of the first request, if it is whole and plain. What is not is let in, and judged as parsed: this must
 * never turn away what the parser would understand otherwise, so of a header that comes twice it says nothing.
 */
function readHead(bytes: Buffer): FirstHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const url = FIRST_LINE.exec(first)?.[1];
  if (url === undefined) return undefined;
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), value);
  }
  const hasBody = found.has('content-length') || found.has('transfer-encoding');
  return {
    url,
    authorization: found.get('authorization'),
    origin: found.get('origin'),
    length: hasBody ? bytes.length : end + 4,
  };
}

type Listener = (socket: Socket) => void;

/** After everything else that listens for connections. Says of a connection whether one request was let in alone. */
export function guardDoor(
  server: Server,
  { isSuspect, fateOf, turnAway }: Door,
): (socket: Socket) => boolean {
  const once = new WeakSet<Socket>();
  const listeners = server.listeners('connection') as Listener[];
  server.removeAllListeners('connection');
  const letIn = (socket: Socket): void => {
    for (const listen of listeners) listen.call(server, socket);
  };

  const look = (socket: Socket): void => {
    const ignore = () => {};
    const hear = (bytes: Buffer) => {
      stop();
      const head = readHead(bytes);
      const fate = head ? fateOf(socket, head) : 'in';
      if (head && fate === 'away') {
        turnAway(socket, head);
        return;
      }
      if (fate === 'once') once.add(socket);
      socket.off('error', ignore);
      socket.unshift(fate === 'once' ? bytes.subarray(0, head?.length) : bytes);
      letIn(socket);
      socket.resume();
    };
    const letSpeakLater = () => {
      stop();
      socket.off('error', ignore);
      letIn(socket);
      socket.resume();
    };
    const leave = () => void socket.destroy();
    const stop = () => {
      socket.off('data', hear).off('end', leave).off('timeout', letSpeakLater).setTimeout(0);
      socket.pause();
    };
    socket.on('error', ignore).on('data', hear).on('end', leave);
    socket.setTimeout(SPEAK_WITHIN_MS).on('timeout', letSpeakLater);
  };

  server.on('connection', (socket: Socket) => (isSuspect(socket) ? look(socket) : letIn(socket)));
  return (socket) => once.has(socket);
}
