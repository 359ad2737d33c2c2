// Each row is a bar with parts to scale. The numbers are in the table of the card.
import type { ReactNode } from 'react';
import type { Tone } from './time-chart.ts';
import styles from './stacked-rows.module.css';
import marks from './time-chart.module.css';

interface StackedRow {
  id: string;
  label: ReactNode;
  parts: readonly { id: string; label: string; tone: Tone; value: number }[];
  /** The total appears right of the bar. */
  total: ReactNode;
}

interface StackedRowsProps {
  /** Screen readers announce this summary of the chart. */
  label: string;
  rows: readonly StackedRow[];
}

const sum = ({ parts }: StackedRow): number => parts.reduce((all, { value }) => all + value, 0);

export function StackedRows({ label, rows }: StackedRowsProps) {
  const most = Math.max(1, ...rows.map((row) => sum(row)));
  const [first] = rows;
  return (
    <div role="group" aria-label={label}>
      <div className={marks.legend}>
        {first?.parts.map((part) => (
          <span key={part.id}>
            <i className={marks[`${part.tone}Mark`]} data-part={part.id} />
            {part.label}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row.id} className={styles.row}>
          <span className={styles.label}>{row.label}</span>
          <span className={styles.bar} aria-hidden>
            {row.parts
              .filter(({ value }) => value > 0)
              .map(({ id, label: name, tone, value }) => (
                <i
                  key={id}
                  className={marks[`${tone}Mark`]}
                  style={{ width: `${(value / most) * 100}%` }}
                  title={`${name}: ${value}`}
                />
              ))}
          </span>
          <span className={styles.total}>{row.total}</span>
        </div>
      ))}
    </div>
  );
}
