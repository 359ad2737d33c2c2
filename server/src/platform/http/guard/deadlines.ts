// Cancels a request whose handler takes too long. Not the framework's `handlerTimeout`, which costs no more
// (nine pairs, 2026-11-15) but also ends a response that is being sent; a large response gets time by its size.
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

function cancel(reply: FastifyReply): void {
  if (reply.raw.destroyed || reply.raw.writableEnded) return;
  // No error can be sent once the response has begun.
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else reply.send(givenUp());
}

/** Time to send a file at the lowest rate that slow-clients.ts allows: 5 MB get eleven minutes. */
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
    // Any other response is written as a whole.
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
      // The connection of an abandoned response may be gone without a final event.
      if (at > now && !reply.raw.destroyed) continue;
      due.delete(reply);
      cancel(reply);
    }
  }, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(look));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For requests that may take longer than others. */
    handledWithinMs?: number;
  }
}
