// A route is a row: path, policy, schemas, and a handler that is one expression.
import type { Static, TObject, TSchema } from 'typebox';
import type { Tx } from '../../postgres/tables.ts';
import type { ErrorCode } from '../../errors.ts';
import type { LimitClass } from '../../limits/limits.ts';
import type {
  Reply,
  RawRequest,
  RequestContext,
  PatchContext,
  StreamContext,
} from '../request/context.ts';
import { withFieldsParameter } from '../output/sparse-lists.ts';
import type { Policy } from './policy.ts';
import type { SerializedReply } from '../request/context.ts';

interface Success {
  status: 200 | 201 | 202;
  description: string;
  schema: TSchema;
  /** A file names its media type; otherwise the body is JSON. */
  mediaType?: string;
  /** The body is sent as server-sent events to a caller that accepts them. */
  streams?: true;
}

interface Row<P extends TObject, Q extends TObject, B extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path begins below the API root. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  policy: Policy;
  /** Requests are charged to `general` by default. */
  limit?: LimitClass;
  params?: P;
  query?: Q;
  body?: B;
  /** The body is of this media type instead of JSON, and the handler gets its bytes. */
  bodyType?: 'message/rfc822';
  /** A request without a body is one with `{}`. */
  isBodyOptional?: true;
  /** Some requests may take longer than the default. */
  handledWithinMs?: number;
  /** A body has at most 1 MB by default. Larger ones, for files, are subject to body-budget.ts. */
  bodyLimit?: number;
  /** The response contains a secret: it is stored encrypted for retries, and must not be cached. */
  returnsSecret?: true;
  /** The body has fields that change without a new version, which is the ETag: no response is 304. */
  showsUnversioned?: true;
  /** A repeat is recognised by other means, or harmless. Otherwise a POST or PATCH accepts an Idempotency-Key. */
  ignoresIdempotencyKey?: true;
  success: Success;
  alsoSuccess?: Success;
  /** The route returns these codes beyond those its shape implies. */
  errors?: readonly ErrorCode[];
}

/** The types of a row are erased here. It has one of the five handlers. */
export interface Route extends Row<TObject, TObject, TSchema> {
  read?: (context: RequestContext<never, never, never>) => Promise<Reply>;
  write?: (tx: Tx, context: RequestContext<never, never, never>) => Promise<Reply>;
  patch?: (tx: Tx, context: PatchContext<never, never, never>) => Promise<Reply>;
  receive?: (request: RawRequest<never>) => Promise<SerializedReply>;
  stream?: (context: StreamContext<never, never>) => Promise<Reply>;
}

/** A route that compares the version of its record takes the header `If-Match`. */
export const takesIfMatch = ({ errors }: Route): boolean =>
  errors?.includes('version_mismatch') ?? false;

/** A list also takes the parameter `fields`. */
export const reads = <P extends TObject, Q extends TObject, B extends TSchema = never>(
  row: Row<P, Q, B> & {
    read: (context: RequestContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => ({
  ...row,
  ...(row.query && { query: withFieldsParameter(row.query, row.success.schema) }),
});

/** Runs in one transaction; the body is already validated. */
export const writes = <P extends TObject, Q extends TObject, B extends TSchema>(
  row: Row<P, Q, B> & {
    write: (tx: Tx, context: RequestContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => row;

/**
 * Requests have no token: the handler verifies the raw bytes, and opens its transaction, by `write`, once the sender is
 * authenticated. The path is a secret shared with the sender, so the log masks it.
 */
export const receives = <P extends TObject, B extends TSchema>(
  row: Row<P, never, B> & {
    policy: 'public';
    receive: (request: RawRequest<Static<P>>) => Promise<SerializedReply>;
  },
): Route => row;

/** Responds with a stream that has no deadline, and no limits but its own. */
export const streams = <P extends TObject, Q extends TObject>(
  row: Row<P, Q, never> & {
    stream: (context: StreamContext<Static<P>, Static<Q>>) => Promise<Reply>;
  },
): Route => ({ ...row, handledWithinMs: Infinity });

/** Runs in one transaction; the body is available only by validating it against the current record. */
export const patches = <P extends TObject, Q extends TObject, B extends TSchema>(
  row: Row<P, Q, B> & {
    method: 'PATCH' | 'POST';
    patch: (tx: Tx, context: PatchContext<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
  },
): Route => row;
