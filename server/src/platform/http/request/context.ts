// The request that a handler receives, and the reply that it returns.
import type { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { Deps } from '../../runtime/deps.ts';
import { pathOf } from './request-url.ts';

export interface RequestContext<Params = unknown, Query = unknown, Body = unknown> extends Context {
  deps: Deps;
  params: Params;
  query: Query;
  body: Body;
  /** The URL as the caller sent it. */
  url: string;
  ifMatch: string | undefined;
  accept: string | undefined;
}

/** A request whose response goes on until one side ends it. */
export interface StreamContext<Params = unknown, Query = unknown> extends RequestContext<
  Params,
  Query
> {
  /** The header of a client that resumes the stream. */
  lastEventId: string | undefined;
  /** False once the token has expired or was revoked. */
  isTokenValid: () => Promise<boolean>;
}

/** Returns the fields to change, or throws all faults. `current` returns the record as the caller sees it. */
export type PatchReader<Body> = (
  current: (sent: Record<string, unknown>) => object | Promise<object>,
) => Promise<Body>;

export interface PatchContext<Params = unknown, Query = unknown, Body = unknown> extends Omit<
  RequestContext<Params, Query, never>,
  'body'
> {
  readPatch: PatchReader<Body>;
}

/** A request without a token, authenticated by its bytes and headers. */
export interface RawRequest<Params = unknown> extends Omit<Context, 'actor' | 'reach'> {
  deps: Deps;
  params: Params;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it was sent. */
  bytes: Buffer;
  /** Once the sender is authenticated: refunds the address and charges the sender. */
  charge: (callerId: string) => Promise<void>;
  /** Before a commit: throws if the response was given up. */
  beginCommit: () => void;
}

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Reply {
  status: number;
  /** Sent as JSON, unless it is a stream. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A response with the exact bytes that will be sent, or the stream of them. */
export interface SerializedReply {
  answer: Reply;
  body: string | Readable;
}

export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
});

export const etagOf = (version: number): string => `"${version}"`;

/** One record, with its version as ETag. */
export const okRecord = (record: { version: number }): Reply =>
  ok(record, { etag: etagOf(record.version) });

/** A new record below the path of the request. */
export const created = (
  { baseUrl, url }: Pick<RequestContext, 'baseUrl' | 'url'>,
  id: string,
  record: { version: number },
): Reply => ({
  status: 201,
  body: record,
  headers: {
    location: `${baseUrl}${pathOf(url)}/${id}`,
    etag: etagOf(record.version),
  },
});
