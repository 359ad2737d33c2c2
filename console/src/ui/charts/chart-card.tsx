// Every chart has a title, a link to the list behind it, and its numbers as a table.
import type { ReactNode } from 'react';
import styles from './chart-card.module.css';

interface ChartTable {
  columns: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

interface ChartCardProps {
  title: string;
  hint?: ReactNode;
  /** The link leads to the list of the records that are counted. */
  link?: ReactNode;
  table?: ChartTable | undefined;
  /** There is no chart, so the table is always open. */
  isTable?: boolean;
  children?: ReactNode;
}

const Numbers = ({ title, table: { columns, rows } }: { title: string; table: ChartTable }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${title}: numbers`}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [head, ...cells] }) => (
          <tr key={id}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const ChartCard = ({ title, hint, link, table, isTable, children }: ChartCardProps) => (
  <section className={styles.card} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {link !== undefined && <span className={styles.link}>{link}</span>}
    </header>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    {children}
    {table && isTable && <Numbers title={title} table={table} />}
    {table && !isTable && (
      <details className={styles.numbers}>
        <summary>Numbers</summary>
        <Numbers title={title} table={table} />
      </details>
    )}
  </section>
);
