export interface ListPage<R> {
  rows: R[];
  total: number;
  /** The list has at least `total` rows. */
  isLowerBound: boolean;
  /** The cursor is undefined on the last page. */
  next: string | undefined;
  /** The note tells the reader, for example, that a search was limited. */
  note?: string;
}

const PAGE_SIZE = 100;

interface ListResponse<R> {
  data: R[];
  total?: number;
  total_is_lower_bound?: boolean;
  next_cursor?: string;
}

/** Without a total, the number of rows read is a lower bound. */
export const pageOf = <R>({
  data,
  total,
  total_is_lower_bound,
  next_cursor,
}: ListResponse<R>): ListPage<R> => ({
  rows: data,
  total: total ?? data.length,
  isLowerBound: total_is_lower_bound ?? (total === undefined && next_cursor !== undefined),
  next: next_cursor,
});

export const pageQuery = (query: Record<string, string>, cursor: string | undefined) => ({
  ...query,
  limit: PAGE_SIZE,
  ...(cursor !== undefined && { cursor }),
});
