// With a search, the second line of a row shows where it matches.
import { Link } from '@tanstack/react-router';
import type { ArticleSummary } from '../api/index.ts';
import {
  type FilterRow,
  idColumn,
  type ListColumn,
  PersonCell,
  sortedByUpdate,
  TextCell,
  TitleCell,
  updatedColumn,
} from '../lists/index.ts';
import { State } from '../ui/marks/record-marks.tsx';
import { Matches } from '../ui/reading/matches.tsx';
import { plainSnippet } from '../ui/reading/snippet.ts';
import styles from './articles.module.css';

/** Shows the title with the words that match, and the best of the other fragments. */
const Title = ({ article, isReader }: { article: ArticleSummary; isReader: boolean }) => {
  const { id, title, summary, score, highlights = [], pending_revision } = article;
  const inTitle = highlights.find(({ field }) => field === 'title');
  const other = highlights.find(({ field }) => field !== 'title');
  return (
    <TitleCell>
      <Link to="/knowledge/$id" params={{ id }} tabIndex={-1}>
        {inTitle ? <Matches parts={inTitle.parts} /> : title}
      </Link>
      {pending_revision && !isReader && <span className={styles.pending}>revision pending</span>}
      {score !== undefined && (
        <span className={styles.fragment}>
          {other ? <Matches parts={plainSnippet(other.parts)} /> : summary}
        </span>
      )}
    </TitleCell>
  );
};

export const articleColumns: readonly ListColumn<ArticleSummary>[] = [
  idColumn({ isOnNarrow: true, width: '100px' }),
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(160px, 1fr)',
    render: (article) => <Title article={article} isReader={false} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '112px',
    isOnNarrow: true,
    render: ({ state }) => <State value={state} />,
  },
  {
    id: 'category',
    header: 'Category',
    width: '128px',
    isOnNarrow: true,
    render: ({ category }) => <TextCell text={category} />,
  },
  {
    id: 'author',
    header: 'Author',
    width: '144px',
    isWide: true,
    render: ({ author }) => <PersonCell email={author} />,
  },
  {
    id: 'views',
    field: 'view_count',
    header: 'Views',
    width: '64px',
    align: 'end',
    isWide: true,
    render: ({ view_count }) => view_count,
  },
  {
    id: 'helpful',
    field: 'helpful_count',
    header: 'Helpful',
    width: '72px',
    align: 'end',
    isWide: true,
    render: ({ helpful_count }) => helpful_count,
  },
  {
    id: 'cited',
    field: 'citation_count',
    header: 'Cited',
    label: 'Cited by answers',
    width: '64px',
    align: 'end',
    isWide: true,
    render: ({ citation_count }) => citation_count,
  },
  updatedColumn(sortedByUpdate),
];

export const articleFilters: readonly FilterRow[] = [
  {
    name: 'state',
    label: 'State',
    values: { draft: 'Draft', review: 'In review', published: 'Published', retired: 'Retired' },
  },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'author', label: 'Author', from: 'person' },
  { name: 'category', label: 'Category', from: 'text' },
  { name: 'tag', label: 'Tag', from: 'text' },
  { name: 'language', label: 'Language', from: 'text' },
  { name: 'updated_after', label: 'Updated after', from: 'day' },
];

/** Requesters see only published articles, and neither authors nor revisions. */
const hidden = new Set(['state', 'author']);
export const readerColumns = articleColumns
  .filter(({ id }) => !hidden.has(id))
  .map((column) =>
    column.id === 'title'
      ? { ...column, render: (article: ArticleSummary) => <Title article={article} isReader /> }
      : column,
  );
export const readerFilters = articleFilters.filter(({ name }) => !hidden.has(name));
