// A route is a row: path, policy, schemas, and a handler that is one expression.
import type { Static, TObject, TSchema } from 'typebox';
import type { Tx } from '../../postgres/tables.ts';
import type { ErrorCode } from '../../errors.ts';
import type { LimitClass } from '../../limits/limits.ts';
import type { Reply, RawRequest, RequestContext, PatchContext } from '../request/context.ts';
import type { Policy } from './policy.ts';
import type { Finished } from '../request/context.ts';

interface Success {
  status: 200 | 201 | 202;
  description: string;
  schema: TSchema;
  /** Of a file; else it is JSON. */
  mediaType?: string;
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
  /** What a request is charged to; `general` unless given. */
  limit?: LimitClass;
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes of a body, if not 1 MB. One that carries files has more, held against a budget in arrival.ts. */
  bodyLimit?: number;
  /** The answer shows a secret once: stored for retries only encrypted, and by nobody else. */
  returnsSecret?: true;
  /** A repeat is recognised by other means, or harmless. Else a POST or PATCH takes an Idempotency-Key. */
  ignoresIdempotencyKey?: true;
  success: Success;
  /** What else may be answered when all went well. */
  alsoSuccess?: Success;
  /** Codes this route may answer besides those its shape implies. */
  errors?: readonly ErrorCode[];
}

/** A row with its types forgotten, as the registry keeps it. It has one of the four handlers. */
export interface Route extends Row<TObject, TObject, TSchema> {
  read?: (context: RequestContext<never, never, never>) => Promise<Reply>;
  write?: (tx: Tx, context: RequestContext<never, never, never>) => Promise<Reply>;
  patch?: (tx: Tx, context: PatchContext<never, never, never>) => Promise<Reply>;
  receive?: (arrival: RawRequest<never>) => Promise<Finished>;
}

export const reads = <P extends TObject, Q extends TObject, B extends TSchema = never>(
  row: Row<P, Q, B> & {
    read: (context: RequestContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => row;

/** In one transaction; the body is known to be good. */
export const writes = <P extends TObject, Q extends TObject, B extends TSchema>(
  row: Row<P, Q, B> & {
    write: (tx: Tx, context: RequestContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => row;

/**
 * Without a token: the handler judges the raw bytes, and opens its transaction, by `write`, once it knows who sends
 * them. The path is a secret that it shares with the sender, so the log masks it.
 */
export const receives = <P extends TObject, B extends TSchema>(
  row: Row<P, never, B> & {
    policy: 'public';
    receive: (arrival: RawRequest<Static<P>>) => Promise<Finished>;
  },
): Route => row;

/** In one transaction; the body is judged with the record at hand, and cannot be had without. */
export const patches = <P extends TObject, Q extends TObject, B extends TSchema>(
  row: Row<P, Q, B> & {
    method: 'PATCH';
    patch: (tx: Tx, context: PatchContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => row;
