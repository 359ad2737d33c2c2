// A route is a row: path, policy, schemas, and a handler that is one expression. Rows become Fastify routes here.
import { METHODS as HTTP_METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { invalid, notFound, Problem, type ProblemCode } from '../errors.ts';
import type { Authenticate } from './auth.ts';
import type { Answer, Call } from './call.ts';
import { isUnchanged } from './etag.ts';
import { type Policy, requireReach } from './policy.ts';
import {
  bodyValidator,
  type Input,
  paramsValidator,
  queryValidator,
  readOnlyFault,
} from './validation.ts';
import { serialize, write } from './write.ts';

export const API_ROOT = '/prod/api';

interface Success {
  status: 200 | 201 | 202;
  description: string;
  schema: TSchema;
}

interface Row<P extends TObject, Q extends TObject, B extends TSchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API root. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  policy: Policy;
  params?: P;
  /** What the path names, for its 404. */
  query?: Q;
  body?: B;
  success: Success;
  /** Codes this route may answer besides those its shape implies. */
  problems?: readonly ProblemCode[];
}

type CallOf<P extends TObject, Q extends TObject, B extends TSchema> = Call<
  Static<P>,
  Static<Q>,
  Static<B>
>;

/** A row with its types forgotten, as the registry keeps it. */
export interface Route extends Row<TObject, TObject, TSchema> {
  read?: (call: Call<never, never, never>) => Promise<Answer>;
  write?: (tx: Tx, call: Call<never, never, never>) => Promise<Answer>;
}

export const reads = <P extends TObject, Q extends TObject>(
  row: Row<P, Q, TSchema> & { read: (call: CallOf<P, Q, TSchema>) => Promise<Answer> },
): Route => row;

export const writes = <P extends TObject, Q extends TObject, B extends TSchema>(
  row: Row<P, Q, B> & { write: (tx: Tx, call: CallOf<P, Q, B>) => Promise<Answer> },
): Route => row;

function validatorOf(row: Route): (request: FastifyRequest) => Input {
  const isPath = row.params && paramsValidator(row.params);
  const query = row.query && queryValidator(row.query);
  const body = row.body && bodyValidator(row.body);
  return (request) => {
    // An id of another form names nothing; it is not a fault of the input.
    if (isPath && !isPath(request.params))
      throw notFound(Object.values(request.params as object).join('/'));
    const ofQuery = query?.(request.query) ?? unknownParameters(request.query as object);
    const ofBody = body?.(request.body) ?? { faults: [], echoed: [] };
    return { faults: [...ofQuery.faults, ...ofBody.faults], echoed: ofBody.echoed };
  };
}

const unknownParameters = (query: object): Input => ({
  echoed: [],
  faults: Object.keys(query).map((name) => ({
    in: 'query',
    pointer: `/${name}`,
    code: 'unknown_parameter',
    message: `${name} is not known here; this call takes no parameters.`,
  })),
});

/** A PATCH is judged with its record at hand; everything else, here. */
function refuse({ faults, echoed }: Input): void {
  const all = [...faults, ...echoed.map(readOnlyFault)];
  if (all.length > 0) throw invalid(all);
}

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  body: string,
) {
  reply.code(answer.status).headers(answer.headers ?? {});
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isUnchanged(request.headers['if-none-match'], answer.headers?.['etag'])) {
    return reply.code(304).send();
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

function handlerOf(row: Route, deps: Deps) {
  const validate = validatorOf(row);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = validate(request);
    if (row.method !== 'PATCH') refuse(input);
    const call = {
      deps,
      actor: request.actor,
      reach: request.reach,
      requestId: request.id,
      now: deps.now(),
      params: request.params,
      query: request.query,
      body: request.body,
      url: request.originalUrl,
      ifMatch: request.headers['if-match'],
      faults: input.faults,
      echoed: input.echoed,
    } as unknown as Call<never, never, never>;
    if (row.write) {
      const { answer, body } = await write(deps, (tx) => row.write?.(tx, call) as Promise<Answer>);
      return sendAnswer(request, reply, answer, body);
    }
    const answer = await (row.read?.(call) as Promise<Answer>);
    return sendAnswer(request, reply, answer, serialize(answer));
  };
}

/** Without a policy nobody has decided who may call: the process must not start. */
export function requirePolicy(path: string, policy: Policy | undefined): Policy {
  if (policy === undefined || (policy !== 'public' && Object.keys(policy).length === 0)) {
    throw new Error(`${path} declares no policy`);
  }
  return policy;
}

export function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  authenticate: Authenticate,
  rows: readonly Route[],
): void {
  for (const row of rows) {
    const policy = requirePolicy(`${row.method} ${row.path}`, row.policy);
    app.route({
      method: row.method,
      url: API_ROOT + row.path,
      schema: {
        ...(row.params && { params: row.params }),
        ...(row.query && { querystring: row.query }),
        ...(row.body && { body: row.body }),
      },
      config: { policy, row },
      onRequest: async (request) => {
        if (policy === 'public') return;
        request.actor = await authenticate(request.headers.authorization);
        request.reach = requireReach(policy, request.actor);
      },
      handler: handlerOf(row, deps),
    });
  }
  refuseOtherMethods(app, rows);
}

/** CONNECT never becomes a request. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT');

/**
 * A known path with another method, any that HTTP knows, is 405 with Allow, by the same router that
 * knows the path; and before its body is read, whose faults would be of no interest.
 */
function refuseOtherMethods(app: FastifyInstance, rows: readonly Route[]): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  for (const [path, offered] of Map.groupBy(rows, (row) => row.path)) {
    const methods: string[] = offered.map((row) => row.method);
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])];
    app.route({
      method: METHODS.filter((method) => !allow.includes(method)),
      url: API_ROOT + path,
      schema: { hide: true },
      config: { policy: 'public' },
      onRequest: async (request) => {
        throw new Problem(
          'method_not_allowed',
          `${request.method} is not offered here; ${allow.join(', ')} are.`,
          { allowed_methods: allow },
          { allow: allow.join(', ') },
        );
      },
      handler: async () => {},
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Call['actor'];
    reach: Call['reach'];
  }
  interface FastifyContextConfig {
    policy?: Policy;
    row?: Route;
  }
}
