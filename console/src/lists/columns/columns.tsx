import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from '../../ui/marks/instant.tsx';
import { plainText } from '../../words/index.ts';
import { IdCell, TextCell, TitleCell } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import type { ListRow } from '../list.rows.ts';

type Options<R> = Partial<Omit<ListColumn<R>, 'render'>>;

export const idColumn = <R extends ListRow>(options: Options<R> = {}): ListColumn<R> => ({
  id: 'id',
  header: 'Id',
  width: '108px',
  render: ({ id }) => <IdCell>{id}</IdCell>,
  ...options,
});

/** A title can link to these pages of records. */
type RecordPath =
  | '/tasks/$id'
  | '/changes/$id'
  | '/requests/$id'
  | '/cmdb/$id'
  | '/knowledge/$id'
  | '/jobs/$id'
  | '/webhooks/deliveries/$id'
  | '/webhooks/inbound/$id'
  | '/webhooks/outbound/$id';

interface TitleOptions<R> extends Options<R> {
  /** If omitted, the row opens beside the list, and the title is not a link. */
  to?: RecordPath;
  /** The result stands behind the title, such as a mark. */
  after?: (row: R) => ReactNode;
  /** Says why the row no longer belongs to the list, unless the row itself does. */
  leftReason?: (row: R) => string | undefined;
}

export const titleColumn = <R extends ListRow>(
  text: (row: R) => string,
  { to, after, leftReason = (row) => row.left, ...options }: TitleOptions<R> = {},
): ListColumn<R> => ({
  id: 'title',
  header: 'Title',
  width: 'minmax(140px, 1fr)',
  text,
  render: (row) => (
    <TitleCell left={leftReason(row)}>
      {to === undefined ? (
        <b>{text(row)}</b>
      ) : (
        <Link to={to} params={{ id: row.id }} tabIndex={-1}>
          {text(row)}
        </Link>
      )}
      {after?.(row)}
    </TitleCell>
  ),
  ...options,
});

interface TimeOptions<R> extends Options<R> {
  id: string;
  header: ReactNode;
  at: (row: R) => string | null;
  kind?: (row: R) => 'past' | 'planned' | 'due';
}

/** The column is as wide as the longest time, such as "30 Sept 20:00". */
export const timeColumn = <R,>({
  at,
  kind = () => 'past',
  ...options
}: TimeOptions<R>): ListColumn<R> => ({
  width: '108px',
  text: (row) => plainText('at', at(row)),
  render: (row) => {
    const time = at(row);
    return time === null ? <TextCell text={null} /> : <Instant at={time} kind={kind(row)} />;
  },
  ...options,
});

export const updatedColumn = <R extends { updated_at: string }>(
  options: Options<R> = {},
): ListColumn<R> =>
  timeColumn({
    id: 'updated',
    field: 'updated_at',
    header: 'Updated',
    align: 'end',
    at: ({ updated_at }) => updated_at,
    ...options,
  });

/** Lists have this where the API can sort by the column. */
export const sortedByUpdate = { sort: { by: 'updated_at', first: 'desc' } } as const;
