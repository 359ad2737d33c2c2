// A request as a handler sees it, and the reply it gives back.
import type { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { Deps } from '../../runtime/deps.ts';
import { pathOf } from './request-url.ts';

export interface RequestContext<Params = unknown, Query = unknown, Body = unknown> extends Context {
  deps: Deps;
  params: Params;
  query: Query;
  body: Body;
  /** The url as the caller wrote it. */
  url: string;
  ifMatch: string | undefined;
}

/** Gives the fields to change, or throws every fault. `current` shows the record, given what was sent. */
export type PatchReader<Body> = (current: (sent: Record<string, unknown>) => object) => Body;

export interface PatchContext<Params = unknown, Query = unknown, Body = unknown> extends Omit<
  RequestContext<Params, Query, never>,
  'body'
> {
  readPatch: PatchReader<Body>;
}

/** What came without a token: it is judged by its bytes and headers. */
export interface RawRequest<Params = unknown> extends Omit<Context, 'actor' | 'reach'> {
  deps: Deps;
  params: Params;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it was sent. */
  bytes: Buffer;
  /** Once it is known who sends: the address gets back what it paid, and this one pays. */
  charge: (callerId: string) => Promise<void>;
}

export interface Reply {
  status: number;
  /** Sent as JSON, unless it is a stream. */
  body: unknown;
  headers?: Record<string, string>;
}

/** An answer with the exact bytes that will be sent, or the stream they come from. */
export interface Finished {
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

/** A new record below the path that was called. */
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
