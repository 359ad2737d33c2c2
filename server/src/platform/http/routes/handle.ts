// Handles a request: validates the input, calls the row's handler and sends its result.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { retryOnStalePlan } from '../../postgres/pg-errors.ts';
import type { Deps } from '../../runtime/deps.ts';
import { type Actor, type Context, instanceContext, type Origin } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { Authenticate } from '../guard/auth.ts';
import type { Reply, RawRequest, RequestContext, StreamContext } from '../request/context.ts';
import { ifMatchFaults, isUnchanged, readIfMatch } from '../output/etag.ts';
import { type Attempt, attemptOf } from './idempotency.ts';
import { withRuleFaults } from '../input/body-rules.ts';
import { patchReader } from '../input/patch.ts';
import { beginCommit, ignoreTimedOut } from '../guard/deadlines.ts';
import { allowSlowDownload, exemptStream, slicesOf } from '../guard/slow-clients.ts';
import { type Route, takesIfMatch } from './route.ts';
import {
  anyBytes,
  bodyValidator,
  idValidator,
  type Input,
  noBody,
  queryValidator,
  requireValid,
  unknownParameters,
} from '../input/validation.ts';
import { callerAddress } from '../request/caller-address.ts';
import { pathOf } from '../request/request-url.ts';
import { CHAIN_HEADER, readChain } from '../request/rule-chain.ts';
import { traceparentOf } from '../../tracing/trace-context.ts';
import type { SerializedReply } from '../request/context.ts';
import { runClaimed, write } from './write.ts';

/** Query, header and body are validated together, so that all faults are reported at once. */
function validatorOf(row: Route): (request: FastifyRequest) => Input {
  const { params, query, body, bodyType, isBodyOptional } = row;
  const ofPath = params && idValidator(params);
  const ofQuery = query ? queryValidator(query) : unknownParameters;
  const ofIfMatch = takesIfMatch(row) ? ifMatchFaults : () => [];
  const ofJson = body ? bodyValidator(body) : noBody;
  const ofBody = bodyType ? anyBytes : ofJson;
  return (request) => {
    // An id of another form is not found; it is not a validation error.
    const otherForm = ofPath?.(request.params);
    if (otherForm) throw notFound(pathOf(request.originalUrl), otherForm);
    if (isBodyOptional && request.body === undefined) request.body = {};
    const { faults, echoed } = ofBody(request.body);
    const ofHeader = ofIfMatch(request.headers['if-match']);
    return { faults: [...ofQuery(request.query).faults, ...ofHeader, ...faults], echoed };
  };
}

/** A public route has no actor. */
function originOf(request: FastifyRequest): Origin {
  const { actor }: { actor?: Actor } = request;
  return { address: callerAddress(request), client: actor?.clientId ?? null };
}

/** A script that passes the header on continues the chain, and so does a webhook of ours that posts to another. */
const chainOf = ({ keys }: Deps, { headers }: FastifyRequest): Context['chain'] =>
  CHAIN_HEADER in headers
    ? readChain(headers[CHAIN_HEADER], ...keys.all.map(({ ruleChain }) => ruleChain))
    : undefined;

const requestContextOf = async (deps: Deps, request: FastifyRequest): Promise<RequestContext> => ({
  deps,
  ...(await instanceContext(deps)),
  actor: request.actor,
  reach: request.reach,
  requestId: request.id,
  traceparent: request.span && traceparentOf(request.span.context),
  chain: chainOf(deps, request),
  origin: originOf(request),
  now: deps.now(),
  clock: deps.now,
  params: request.params,
  query: request.query,
  body: request.body,
  url: request.originalUrl,
  // A value of another form is among the faults of the input.
  ifMatch: readIfMatch(request.headers['if-match']),
  accept: request.headers.accept,
});

/** A key set that cannot be fetched says nothing about the token. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const streamContextOf = (
  context: RequestContext,
  { headers: { authorization, 'last-event-id': lastEventId } }: FastifyRequest,
  authenticate: Authenticate,
): StreamContext => ({
  ...context,
  lastEventId: lastEventId?.toString(),
  isTokenValid: () =>
    authenticate(authorization).then(
      () => true,
      (error: unknown) => !isRefused(error),
    ),
});

const rawRequestOf = async (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RawRequest<never>> => ({
  deps,
  ...(await instanceContext(deps)),
  requestId: request.id,
  traceparent: request.span && traceparentOf(request.span.context),
  chain: chainOf(deps, request),
  now: deps.now(),
  clock: deps.now,
  params: request.params as never,
  headers: request.headers,
  bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
  charge: (id) => request.server.limiter.charge(request, reply, { id }),
  beginCommit: () => beginCommit(reply),
});

type Run = (
  context: RequestContext,
  input: Input,
  attempt: Attempt | undefined,
  begin: () => void,
) => Promise<SerializedReply>;

/** Runs each kind of row. The row's own types were checked where it is defined. */
function runnerOf(row: Route, deps: Deps): Run {
  const {
    read,
    write: writes,
    patch,
  } = row as {
    [Kind in 'read' | 'write' | 'patch']?: (...args: unknown[]) => Promise<Reply>;
  };
  if (patch) {
    return ({ body, ...context }, input, attempt, begin) => {
      const readPatch = patchReader(body, input);
      return write(deps, attempt, (tx) => patch(tx, { ...context, readPatch }), begin);
    };
  }
  if (writes) {
    return async (context, input, attempt, begin) => {
      requireValid(input);
      return write(deps, attempt, (tx) => writes(tx, context), begin);
    };
  }
  if (!read) throw new Error(`${row.method} ${row.path} has no handler`);
  return async (context, input, attempt) => {
    requireValid(input);
    return runClaimed(deps, attempt, () => retryOnStalePlan(() => read(context)));
  };
}

/** Responses of more characters are sent in slices. */
const LONG_RESPONSE = 256 * 1024;

function send(request: FastifyRequest, reply: FastifyReply, { response, body }: SerializedReply) {
  reply.code(response.status).headers(response.headers ?? {});
  const { row } = request.routeOptions.config;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const mayBeUnchanged = isRead && !row?.showsUnversioned && !response.isUnversioned;
  if (mayBeUnchanged && isUnchanged(request.headers['if-none-match'], response.headers?.['etag'])) {
    return reply.code(304).removeHeader('content-length').send();
  }
  if (body instanceof Readable) {
    if (row?.stream) exemptStream(reply.raw);
    else allowSlowDownload(reply.raw);
    if (request.method !== 'HEAD') return reply.send(body);
    // The framework would read the whole stream and send nothing.
    body.destroy();
    return reply.send(Readable.from([]));
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  if (body.length < LONG_RESPONSE || request.method === 'HEAD') return reply.send(body);
  const bytes = Buffer.from(body);
  reply.header('content-length', bytes.length);
  return reply.send(Readable.from(slicesOf(bytes), { objectMode: false }));
}

/** Callers with the same URL and `ETag` may see different content, so only a private cache may store it, and must revalidate. */
const PRIVATE = 'private, no-cache';

export function handlerOf(row: Route, deps: Deps, authenticate: Authenticate) {
  const { receive, stream } = row;
  if (receive) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const context = await rawRequestOf(deps, request, reply);
      return receive(context).then((given) => send(request, reply, given), ignoreTimedOut(reply));
    };
  }
  const validate = validatorOf(row);
  if (stream) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      requireValid(validate(request));
      const context = await requestContextOf(deps, request);
      const response = await stream(streamContextOf(context, request, authenticate) as never);
      return send(request, reply, { response, body: response.body as Readable });
    };
  }
  const run = runnerOf(row, deps);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { releaseBody } = request;
    if (releaseBody) reply.raw.off('close', releaseBody);
    reply.header('cache-control', row.returnsSecret ? 'no-store' : PRIVATE);
    try {
      const input = validate(request);
      const attempt = attemptOf(row, request);
      const context = await requestContextOf(deps, request);
      const found = withRuleFaults(row.body, request.body, input, context);
      const given = await run(context, found, attempt, () => beginCommit(reply));
      return send(request, reply, given);
    } catch (error) {
      return ignoreTimedOut(reply)(error);
    } finally {
      releaseBody?.();
    }
  };
}
