// The record updated last comes first.
import { Link } from '@tanstack/react-router';
import type { ListPage, OwnRow } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import styles from './home.module.css';

interface OwnRecordsProps {
  heading: string;
  path: '/incidents' | '/requests';
  page: ListPage<OwnRow> | undefined;
  emptyText: string;
}

const byUpdate = { sort: 'updated_at', order: 'desc' };

export const OwnRecords = ({ heading, path, page, emptyText }: OwnRecordsProps) => (
  <section className={styles.own} aria-label={heading}>
    <h2>{heading}</h2>
    {!page && <SkeletonBar width="80%" />}
    {page?.rows.length === 0 && <p className={styles.none}>{emptyText}</p>}
    <ul>
      {page?.rows.map(({ id, short_description, state, updated_at }) => (
        <li key={id}>
          <Link to={`${path}/$id`} params={{ id }} className={styles.record}>
            <span className={styles.title}>{short_description}</span>
            <span className={styles.meta}>
              <span>{id}</span>
              <State value={state} />
              <Instant at={updated_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
    {page && page.total > page.rows.length && (
      <Link to={path} search={byUpdate}>
        Show all {page.total}
      </Link>
    )}
  </section>
);
