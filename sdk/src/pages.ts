// A list is both a page to await and an async iterator over the records of all pages.
import { ApiPromise, type WithResponse } from './api-promise.ts';
import type { ApiRequest, Transport } from './transport.ts';

interface Envelope {
  data: unknown[];
  next_cursor?: string;
}

/** A page is the response of a list as it is, with methods that fetch the next page. */
export type Page<Row, E = object> = Omit<E, 'data'> & {
  data: Row[];
  next_cursor?: string;
  hasNextPage: () => boolean;
  /** Returns the next page; undefined on the last one. */
  nextPage: () => Promise<Page<Row, E> | undefined>;
  /** Yields the records of this page and of all that follow. */
  [Symbol.asyncIterator]: () => AsyncGenerator<Row, void, undefined>;
};

/** A row of a sparse list has the named fields, which are present, and the id. */
export type Listed<Row, Fields, F extends PropertyKey> = [F] extends [never]
  ? Row
  : Pick<Row, keyof Row & (F | 'id')> &
      Required<Pick<Fields, Exclude<keyof Fields & (F | 'id'), keyof Row>>>;

/** A list of values matches any of them. */
export type OneOrMany<T> = T | readonly T[];

/** The members of the response are own properties and the methods are not, so that a page prints and serializes as is. */
class ListPage {
  declare data: unknown[];
  declare next_cursor?: string;
  readonly #next: (cursor: string) => Promise<ListPage>;

  constructor(body: Envelope, next: (cursor: string) => Promise<ListPage>) {
    Object.assign(this, body);
    this.#next = next;
  }

  hasNextPage(): boolean {
    return this.next_cursor !== undefined;
  }

  async nextPage(): Promise<ListPage | undefined> {
    return this.next_cursor === undefined ? undefined : this.#next(this.next_cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    yield* this.data;
    for (let page = await this.nextPage(); page; page = await page.nextPage()) yield* page.data;
  }
}

async function fetchPage(
  transport: Transport,
  request: ApiRequest,
): Promise<WithResponse<ListPage>> {
  const { data: body, response } = await transport.send<Envelope>(request);
  // A page number cannot be combined with a cursor, which continues after its own page.
  const { page: _, ...query } = request.query ?? {};
  const data = new ListPage(
    body,
    async (cursor) =>
      (await fetchPage(transport, { ...request, query: { ...query, cursor } })).data,
  );
  return { data, response };
}

/** Await this promise for one page, or iterate over it for the records of all pages. */
export class PagePromise<Row, E = object> extends ApiPromise<Page<Row, E>> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    yield* await this;
  }

  /** Yields all pages, one after the other. */
  async *byPage(): AsyncGenerator<Page<Row, E>, void, undefined> {
    for (let page: Page<Row, E> | undefined = await this; page; page = await page.nextPage())
      yield page;
  }
}

export const listPage = (transport: Transport, request: ApiRequest): PagePromise<unknown> =>
  new PagePromise<unknown>(fetchPage(transport, request));
