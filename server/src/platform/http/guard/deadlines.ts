// A request whose handler never ends is given up. Not the framework's `handlerTimeout`, though that costs no more than
// noise (nine pairs, 2026-11-15): it ends a response that is being sent, and a large one has the time of its size.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../errors.ts';
import { SLOWEST_BYTES_PER_SECOND } from './slow-clients.ts';

const HANDLED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 1000;

const givenUp = () =>
  new ApiError(
    'overloaded',
    'The request took too long and was cancelled.',
    {},
    { 'retry-after': '1' },
  );

function giveUp(reply: FastifyReply): void {
  if (reply.raw.destroyed || reply.raw.writableEnded) return;
  // Of an answer that has begun there is nothing left to say.
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else reply.send(givenUp());
}

/** Time to send a file in, at the slowest rate that readers.ts admits: 5 MB have eleven minutes. */
const sendingMs = (reply: FastifyReply, bytesPerSecond: number): number =>
  (Number(reply.getHeader('content-length') ?? 0) / bytesPerSecond) * 1000;

export function limitHandlers(
  app: FastifyInstance,
  everyMs = LOOK_EVERY_MS,
  bytesPerSecond = SLOWEST_BYTES_PER_SECOND,
): void {
  const due = new Map<FastifyReply, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { handledWithinMs = HANDLED_WITHIN_MS } = request.routeOptions.config ?? {};
    due.set(reply, performance.now() + handledWithinMs);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const at = due.get(reply);
    // Any other response is handed over as a whole.
    if (at !== undefined && payload instanceof Readable)
      due.set(reply, at + sendingMs(reply, bytesPerSecond));
    done(null, payload);
  });
  app.addHook('onResponse', (_request, reply, done) => {
    due.delete(reply);
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [reply, at] of due) {
      // The connection of one that nobody waits for any more may be gone without a last event.
      if (at > now && !reply.raw.destroyed) continue;
      due.delete(reply);
      giveUp(reply);
    }
  }, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(look));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For what takes longer than other calls may. */
    handledWithinMs?: number;
  }
}
