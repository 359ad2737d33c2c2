// A known path with a method that it does not offer is 405 with Allow.
import FindMyWay from 'find-my-way';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { isOwnOrigin, preflightHeaders } from '../output/headers.ts';
import { API_ROOT } from '../request/request-url.ts';
import type { Route } from './route.ts';

/** Browsers send this request before one to another origin (CORS). */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Returns each path with the methods that it offers. */
export const pathsOf = (rows: readonly Route[]): { path: string; allow: string[] }[] =>
  [...Map.groupBy(rows, (row) => row.path)].map(([path, offered]) => {
    const methods: string[] = offered.map((row) => row.method);
    return { path, allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])] };
  });

/**
 * A second router of the kind that Fastify uses has each path once. Registering thirty refused methods for each path in
 * the first took half of the CPU time of a start.
 */
export class KnownPaths {
  readonly #router;

  constructor(options: { maxParamLength: number }) {
    this.#router = FindMyWay(options);
  }

  add(rows: readonly Route[]): void {
    for (const { path, allow } of pathsOf(rows)) {
      this.#router.on('GET', API_ROOT + path, () => {}, allow);
    }
  }

  has(path: string): boolean {
    return this.#router.find('GET', path) !== null;
  }

  /** Refuses a method that the path does not offer, before the body is read. Returns false if the path is unknown. */
  refuseMethod(request: FastifyRequest, reply: FastifyReply, baseUrl: string): boolean {
    const allow: string[] | undefined = this.#router.find('GET', request.url)?.store;
    if (!allow) return false;
    if (isPreflight(request) && isOwnOrigin(request.headers.origin, baseUrl)) {
      void reply.code(204).headers(preflightHeaders(allow)).send();
      return true;
    }
    throw new ApiError(
      'method_not_allowed',
      `${request.method} is not allowed for this path; use ${allow.join(', ')}.`,
      { allowed_methods: allow },
      { allow: allow.join(', ') },
    );
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    knownPaths: KnownPaths;
  }
}
