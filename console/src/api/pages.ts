// A page of a list as the console keeps it.
export interface ListPage<R> {
  rows: R[];
  total: number;
  /** There are at least as many as `total`. */
  isLowerBound: boolean;
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
}

const PAGE_SIZE = 100;

interface Listed<R> {
  data: R[];
  total?: number;
  total_is_lower_bound?: boolean;
  next_cursor?: string;
}

/** Of a list without a total, what is known is a lower bound. */
export const pageOf = <R>({
  data,
  total,
  total_is_lower_bound,
  next_cursor,
}: Listed<R>): ListPage<R> => ({
  rows: data,
  total: total ?? data.length,
  isLowerBound: total_is_lower_bound ?? (total === undefined && next_cursor !== undefined),
  next: next_cursor,
});

/** What every page of a list asks for. */
export const pageQuery = (query: Record<string, string>, cursor: string | undefined) => ({
  ...query,
  limit: PAGE_SIZE,
  ...(cursor !== undefined && { cursor }),
});
