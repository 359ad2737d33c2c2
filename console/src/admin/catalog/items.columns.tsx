import { Link } from '@tanstack/react-router';
import type { CatalogItemSummary } from '../../api/index.ts';
import {
  type FilterRow,
  idColumn,
  type ListColumn,
  sortedByUpdate,
  TextCell,
  TitleCell,
  updatedColumn,
} from '../../lists/index.ts';
import { State } from '../../ui/marks/record-marks.tsx';
import styles from './items.module.css';
import { stateLabels } from './item.words.ts';

const Name = ({ id, name, pending_revision }: CatalogItemSummary) => (
  <TitleCell>
    <Link to="/admin/catalog/$id" params={{ id }} tabIndex={-1}>
      {name}
    </Link>
    {pending_revision && <span className={styles.pending}>edit not published</span>}
  </TitleCell>
);

export const itemColumns: readonly ListColumn<CatalogItemSummary>[] = [
  idColumn({ width: '108px' }),
  {
    id: 'title',
    field: 'name',
    header: 'Name',
    width: 'minmax(160px, 2fr)',
    sort: { by: 'name', first: 'asc' },
    text: ({ name }) => name,
    render: (item) => <Name {...item} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    isOnNarrow: true,
    text: ({ state }) => stateLabels[state],
    render: ({ state }) => <State value={state} />,
  },
  {
    id: 'category',
    header: 'Category',
    width: 'minmax(100px, 1fr)',
    isOnNarrow: true,
    render: ({ category }) => <TextCell text={category} />,
  },
  {
    id: 'published_version',
    header: 'Published',
    label: 'Published version',
    width: '96px',
    isWide: true,
    text: ({ published_version: version }) => (version === null ? '' : String(version)),
    render: ({ published_version: version }) => (
      <TextCell text={version === null ? null : `Version ${version}`} />
    ),
  },
  updatedColumn(sortedByUpdate),
];

export const itemFilters: readonly FilterRow[] = [
  { name: 'state', label: 'State', values: stateLabels },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'category', label: 'Category', from: 'text' },
];
