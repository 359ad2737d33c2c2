// How bodies arrive: in a bounded time, and large ones only as many at once as memory is set aside for.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { AnswerUnparsable } from './unparsable.ts';

export const BODY_LIMIT = 1024 * 1024;
export const ARRIVAL_MS = 10_000;
/** 70 MB in this time are 10 Mbit/s. Node has one time for all requests, so it is that of the largest. */
export const LARGE_ARRIVAL_MS = 60_000;
/** The wait for its turn, the arrival and the work. */
export const LARGE_HANDLER_MS = 90_000;
/**
 * Bytes of large bodies that a process reads and works on at once. One costs up to five times its length
 * for a moment: as it came, joined, as text, parsed, decoded. Fifty uploads of ten files of 5 MB at once
 * took the process from 175 to 660 MB, where nine were stored and the others told to come again.
 */
const BUDGET_BYTES = 160 * 1024 * 1024;
const LONGEST_WAIT_MS = 10_000;

type Release = () => void;

interface Waiting {
  bytes: number;
  begin: () => void;
}

/** First come, first served: a large one is not passed by small ones for ever. */
export class BodyBudget {
  #free: number;
  readonly #waitMs: number;
  readonly #queue: Waiting[] = [];

  constructor(bytes = BUDGET_BYTES, waitMs = LONGEST_WAIT_MS) {
    this.#free = bytes;
    this.#waitMs = waitMs;
  }

  take(bytes: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiting = {
        bytes,
        begin: () => {
          clearTimeout(timer);
          resolve(this.#releaseOf(bytes));
        },
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(
          new Problem(
            'overloaded',
            'Too many large bodies are on their way at once.',
            {},
            { 'retry-after': '5' },
          ),
        );
        this.#admit();
      }, this.#waitMs);
      this.#queue.push(waiting);
      this.#admit();
    });
  }

  #releaseOf(bytes: number): Release {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (let next = this.#queue[0]; next && next.bytes <= this.#free; next = this.#queue[0]) {
      this.#queue.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}

/** How much of the budget a request needs. One that does not tell its length may be as long as the row allows. */
function largeBytes({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  const length = Number(headers['content-length'] ?? bodyLimit);
  // A longer one is refused unread.
  return bodyLimit > BODY_LIMIT && length > BODY_LIMIT && length <= bodyLimit ? length : 0;
}

function limitTime({ raw }: FastifyRequest, answer: AnswerUnparsable): void {
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) answer({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  }, ARRIVAL_MS);
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Before any body is read. What a large one took is given back when the connection is done with, and once
 * the handler has it, when that is done: a caller who hangs up does not take the memory along.
 */
export function limitArrivals(app: FastifyInstance, answer: AnswerUnparsable): void {
  const budget = new BodyBudget();
  app.decorateRequest('letGo');
  app.addHook('preParsing', async (request, reply) => {
    const bytes = largeBytes(request);
    if (bytes === 0) {
      limitTime(request, answer);
      return;
    }
    const release = await budget.take(bytes);
    request.letGo = release;
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back what a large body took of the budget. */
    letGo: Release | undefined;
  }
}
