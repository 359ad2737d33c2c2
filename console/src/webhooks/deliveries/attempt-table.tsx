// The attempts of a delivery are columns side by side; rows with different values are marked.
import type { ReactNode } from 'react';
import type { Attempt, Delivery } from '../../api/index.ts';
import { CloseIcon, DoneIcon } from '../../ui/icons.ts';
import { duration, exactTime, secondTime } from '../../ui/marks/time.ts';
import { type ComparedRow, delayBefore, isSuccess, requestRows, responseRows } from './attempts.ts';
import styles from './inspector.module.css';

interface FactRow {
  name: string;
  render: (attempt: Attempt, index: number, attempts: readonly Attempt[]) => ReactNode;
}

const Outcome = ({ attempt }: { attempt: Attempt }) => (
  <span className={isSuccess(attempt) ? styles.good : styles.bad}>
    {isSuccess(attempt) ? <DoneIcon /> : <CloseIcon />}
    {attempt.status_code ?? 'No response'}
  </span>
);

const facts: readonly FactRow[] = [
  { name: 'Result', render: (attempt) => <Outcome attempt={attempt} /> },
  {
    name: 'Started',
    render: ({ started_at }) => (
      <time dateTime={started_at} title={exactTime(started_at)}>
        {secondTime(Date.parse(started_at))}
      </time>
    ),
  },
  {
    name: 'After a delay of',
    render: (_, index, attempts) => {
      const seconds = delayBefore(attempts, index);
      if (seconds === undefined) return '–';
      return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
    },
  },
  { name: 'Duration', render: ({ duration_ms }) => `${duration_ms} ms` },
  { name: 'Error', render: ({ error }) => error ?? '–' },
];

const HeaderComparison = ({ title, rows }: { title: string; rows: readonly ComparedRow[] }) => {
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={(rows[0]?.values.length ?? 0) + 1}>
          {title}
        </th>
      </tr>
      {rows.map(({ name, values, differs }) => (
        <tr key={name} data-differs={differs || undefined}>
          <th scope="row">
            <code>{name}</code>
            {differs && <span className={styles.differs}>differs</span>}
          </th>
          {values.map((value, index) => (
            // Values are identified only by their attempt.
            // eslint-disable-next-line react/no-array-index-key
            <td key={index}>
              <code>{value ?? '–'}</code>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
};

export function AttemptTable({ delivery: { attempts } }: { delivery: Delivery }) {
  if (attempts.length === 0)
    return (
      <p className={styles.none}>No attempt has been made yet. The first one starts right away.</p>
    );
  const withHeads = attempts.length > 1;
  return (
    <section aria-label="Attempts" className={styles.scroll} tabIndex={0}>
      <table className={styles.attempts}>
        <thead>
          <tr>
            <th scope="col">{withHeads ? 'Attempts' : 'Attempt'}</th>
            {attempts.map(({ number }) => (
              <th key={number} scope="col">
                {number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, render }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {attempts.map((attempt, index) => (
                <td key={attempt.number}>{render(attempt, index, attempts)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <HeaderComparison title="Request headers" rows={requestRows(attempts)} />
        <HeaderComparison title="Response headers" rows={responseRows(attempts)} />
      </table>
    </section>
  );
}
