// Each row is one link: the title, one sentence of its state, and when there was news.
import { Link } from '@tanstack/react-router';
import type { OwnRow } from '../../api/index.ts';
import { NextIcon } from '../../ui/icons.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { ProgressLine } from '../../ui/marks/progress-line.tsx';
import { stepsOf, wordsOf } from './own-row.words.ts';
import styles from './own-rows.module.css';

const paths = { incident: '/incidents/$id', request: '/requests/$id' } as const;

function Row({ row }: { row: OwnRow }) {
  const { sentence, isAsked, tone, news } = wordsOf(row);
  const steps = stepsOf(row);
  return (
    <li>
      <Link
        to={paths[row.type]}
        params={{ id: row.id }}
        className={styles.row}
        data-asked={isAsked || undefined}
      >
        <span className={styles.text}>
          <span className={styles.title}>{row.short_description}</span>
          <span className={styles.state} data-tone={tone}>
            {sentence}
          </span>
          <span className={styles.news}>
            {news.label} <Instant at={news.at} kind="planned" />
          </span>
          {steps.length > 0 && <ProgressLine steps={steps} />}
        </span>
        <NextIcon aria-hidden />
      </Link>
    </li>
  );
}

export const OwnRows = ({ rows, label }: { rows: readonly OwnRow[]; label: string }) => (
  <ul className={styles.rows} aria-label={label}>
    {rows.map((row) => (
      <Row key={row.id} row={row} />
    ))}
  </ul>
);
