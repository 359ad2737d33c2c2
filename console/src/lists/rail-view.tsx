// The rail shows a view of a list with the count of its rows.
import { Link } from '@tanstack/react-router';
import type { ListSearch } from '../search/index.ts';
import styles from './rail-view.module.css';
import { numberFormat } from '../ui/region/region.ts';

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });

interface RailViewProps {
  to: '/incidents' | '/changes' | '/requests';
  search: ListSearch;
  name: string;
  /** The count is undefined until it is known. */
  count: number | undefined;
  isCurrent: boolean;
}

export const RailView = ({ to, search, name, count, isCurrent }: RailViewProps) => (
  <Link
    to={to}
    search={search}
    className={styles.view}
    title={name}
    aria-current={isCurrent ? 'page' : undefined}
    activeProps={{}}
  >
    <span>{name}</span>
    <small>{count !== undefined && compact(count)}</small>
  </Link>
);
