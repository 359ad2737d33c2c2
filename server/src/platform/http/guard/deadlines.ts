// Cancels a request whose handler takes too long. The framework's `handlerTimeout` costs no more (nine pairs, 2026-11-15)
// but also ends a response that is being sent; here a large response gets time by its size.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import { SLOWEST_BYTES_PER_SECOND } from './slow-clients.ts';

const HANDLED_WITHIN_MS = 15_000;
const CHECK_INTERVAL_MS = 1000;

const timeoutError = (detail: string) =>
  new ApiError('overloaded', detail, {}, { 'retry-after': '1' });

const CANCELLED = 'The request took too long and was cancelled.';
const UNKNOWN =
  'The request took too long while its changes were saved: they may have been saved or not. Read before you repeat it, or repeat it with the same Idempotency-Key.';

/** Once the commit of a write has begun, nobody knows whether it succeeds until it ends. */
const committing = new WeakSet<FastifyReply>();

/** Rolls back a write whose response is already sent. */
class RequestTimedOut extends Error {}

/** Runs before the commit of a write, so that none commits after the response said that nothing was changed. */
export const beginCommit = (reply: FastifyReply): void => {
  if (reply.sent) throw new RequestTimedOut('The request timed out; nothing is committed.');
  committing.add(reply);
};

/** Handlers ignore this error, because the caller already has a response and the log its line. */
export const ignoreTimedOut =
  (reply: FastifyReply) =>
  (error: unknown): FastifyReply => {
    if (error instanceof RequestTimedOut) return reply;
    throw error;
  };

function cancel(reply: FastifyReply): void {
  if (reply.raw.destroyed || reply.raw.writableEnded) return;
  // No error can be sent once the response has begun.
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else reply.send(timeoutError(committing.has(reply) ? UNKNOWN : CANCELLED));
}

/** Returns the time to send a file at the lowest rate that slow-clients.ts allows: 5 MB get eleven minutes. */
const sendingMs = (reply: FastifyReply, bytesPerSecond: number): number =>
  (Number(reply.getHeader('content-length') ?? 0) / bytesPerSecond) * 1000;

export function limitHandlers(
  app: FastifyInstance,
  clock: Clock,
  everyMs = CHECK_INTERVAL_MS,
  bytesPerSecond = SLOWEST_BYTES_PER_SECOND,
): void {
  const due = new Map<FastifyReply, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { handledWithinMs = HANDLED_WITHIN_MS } = request.routeOptions.config ?? {};
    due.set(reply, clock.now() + handledWithinMs);
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
  const cancelOverdue = () => {
    const now = clock.now();
    for (const [reply, at] of due) {
      // The connection of an abandoned response may be gone without a final event.
      if (at > now && !reply.raw.destroyed) continue;
      due.delete(reply);
      cancel(reply);
    }
  };
  const stopChecking = clock.every(everyMs, cancelOverdue, { ref: false });
  app.addHook('onClose', async () => stopChecking());
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Some requests may take longer than the default. */
    handledWithinMs?: number;
  }
}
