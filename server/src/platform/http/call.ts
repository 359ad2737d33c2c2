// A request as a handler sees it, and the answer it gives back.
import type { Deps } from '../deps.ts';
import type { Settings } from '../settings.ts';
import { pathOf } from './target.ts';

export interface Actor {
  /** Subject of the token. */
  id: string;
  /** The address that opens, writes and is audited. */
  email: string;
  roles: readonly string[];
  /** The API key that the token was had for. */
  keyId?: string;
  /** Whether a person logged in for it. */
  isInteractive?: boolean;
}

/** How far the caller's roles reach on a route: every record, or those it opened. */
export type Reach = 'all' | 'own';

/** Who causes a write, when, and by which request. */
export interface Cause {
  actor: Actor;
  requestId: string;
  now: Date;
}

/**
 * Something done to records, whether a request does it, an event that came in, or a row of a job: its cause, how far
 * it reaches, and the rules of the instance. Services of a feature take this and no more.
 */
export interface Act extends Cause {
  reach: Reach;
  /** Read before the transaction begins: a second connection inside it could wait for itself. */
  settings: Settings;
  /** Address of the instance, which links begin with. */
  baseUrl: string;
  /** Nobody is mailed, because the people are made up. */
  withoutMail?: true;
  /** For an act that waited for its record: it happens when it holds the lock. */
  clock: () => Date;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown> extends Act {
  deps: Deps;
  params: Params;
  query: Query;
  body: Body;
  /** The url as the caller wrote it. */
  url: string;
  ifMatch: string | undefined;
}

/** Gives the fields to change, or throws every fault. `current` shows the record, given what was sent. */
export type Judge<Body> = (current: (sent: Record<string, unknown>) => object) => Body;

export interface PatchCall<Params = unknown, Query = unknown, Body = unknown> extends Omit<
  Call<Params, Query, never>,
  'body'
> {
  judge: Judge<Body>;
}

/** What came without a token: it is judged by its bytes and headers. */
export interface Arrival<Params = unknown> extends Omit<Act, 'actor' | 'reach'> {
  deps: Deps;
  params: Params;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it was sent. */
  bytes: Buffer;
  /** Once it is known who sends: the address gets back what it paid, and this one pays. */
  charge: (callerId: string) => Promise<void>;
}

export interface Answer {
  status: number;
  /** Sent as JSON, unless it is a stream. */
  body: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});

export const etagOf = (version: number): string => `"${version}"`;

/** One record, with its version as ETag. */
export const okRecord = (record: { version: number }): Answer =>
  ok(record, { etag: etagOf(record.version) });

/** A new record below the path that was called. */
export const created = (
  { baseUrl, url }: Pick<Call, 'baseUrl' | 'url'>,
  id: string,
  record: { version: number },
): Answer => ({
  status: 201,
  body: record,
  headers: {
    location: `${baseUrl}${pathOf(url)}/${id}`,
    etag: etagOf(record.version),
  },
});
