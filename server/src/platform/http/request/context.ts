// A handler receives a context and returns a reply; it never touches the framework.
import type { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { Deps } from '../../runtime/deps.ts';
import { pathOf } from './request-url.ts';

export interface RequestContext<Params = unknown, Query = unknown, Body = unknown> extends Context {
  deps: Deps;
  params: Params;
  query: Query;
  body: Body;
  /** The URL is as the caller sent it. */
  url: string;
  ifMatch: string | undefined;
  accept: string | undefined;
}

/** The response goes on until one side ends it. */
export interface StreamContext<Params = unknown, Query = unknown> extends RequestContext<
  Params,
  Query
> {
  /** A client that resumes the stream sends this header. */
  lastEventId: string | undefined;
  /** Returns false once the token has expired or was revoked. */
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

/** A request without a token is authenticated by its bytes and headers. */
export interface RawRequest<Params = unknown> extends Omit<Context, 'actor' | 'reach'> {
  deps: Deps;
  params: Params;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body is not parsed. */
  bytes: Buffer;
  /** Refunds the address and charges the sender, once it is authenticated. */
  charge: (callerId: string) => Promise<void>;
  /** Called before a commit; throws if the request has timed out. */
  beginCommit: () => void;
}

/** The text is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Reply {
  status: number;
  /** The body is sent as JSON, unless it is a stream. */
  body: unknown;
  headers?: Record<string, string>;
  /** The body has fields that change without a new version, so it is sent even if the client has this version. */
  isUnversioned?: true;
}

/** `body` has the exact bytes that will be sent, or streams them. */
export interface SerializedReply {
  response: Reply;
  body: string | Readable;
}

export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
});

export const etagOf = (version: number): string => `"${version}"`;

/** Sends the version of the record as its ETag. */
export const okRecord = (record: { version: number }): Reply =>
  ok(record, { etag: etagOf(record.version) });

/** The URL of a new record is below the path of the request. */
export const createdRecord = (
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
