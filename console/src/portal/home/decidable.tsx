// Requests that wait for the reader's decision.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decidableQuery, type DecidableRow } from '../../api/index.ts';
import { useRecordEvents } from '../../records/index.ts';
import { NextIcon } from '../../ui/icons.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { usePersonNames } from '../../words/index.ts';
import { refreshOwn } from '../lists/use-own.ts';
import rowStyles from '../lists/own-rows.module.css';
import styles from './home.module.css';

function Row({ row }: { row: DecidableRow }) {
  const nameOf = usePersonNames();
  const { id, short_description: title, requested_by: by, requested_for: whom } = row;
  const isForOther = whom !== null && whom !== by;
  return (
    <li>
      <Link to="/requests/$id" params={{ id }} className={rowStyles.row} data-asked>
        <span className={rowStyles.text}>
          <span className={rowStyles.title}>{title}</span>
          <span className={rowStyles.state} data-tone="amber">
            {nameOf(by)} asks{isForOther && ` for ${nameOf(whom)}`}
          </span>
          <span className={rowStyles.news}>
            Sent <Instant at={row.created_at} kind="planned" />
          </span>
        </span>
        <NextIcon aria-hidden />
      </Link>
    </li>
  );
}

const HEADING = 'Waits for your decision';

export function Decidable() {
  const { data } = useQuery(decidableQuery);
  useRecordEvents('request', refreshOwn);
  if (!data || data.rows.length === 0) return null;
  const more = data.total - data.rows.length;
  return (
    <section className={styles.own}>
      <h2>{HEADING}</h2>
      <ul className={rowStyles.rows} aria-label={HEADING}>
        {data.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {more > 0 && <p className={styles.all}>{`${more} more wait for you after these.`}</p>}
    </section>
  );
}
