// The frame of a record: a header that stays, its parts, and beside them what belongs to it.
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { BackIcon } from '../icons.ts';
import styles from './record-frame.module.css';

export interface SidePanel {
  id: string;
  label: string;
  content: ReactNode;
}

interface RecordFrameProps {
  id: string;
  title: string;
  /** Under the title: state, owner and the like. */
  facts: ReactNode;
  actions?: ReactNode;
  /** Between header and body, such as a fault or a question. */
  notice?: ReactNode;
  onBack: () => void;
  side?: readonly SidePanel[];
  /** Before the panels of the side, such as contents. */
  aside?: ReactNode;
  children: ReactNode;
}

export const RecordFrame = ({
  id,
  title,
  facts,
  actions,
  notice,
  onBack,
  side = [],
  aside,
  children,
}: RecordFrameProps) => (
  <div className={styles.record}>
    <title>{`${id} ${title} – Signalbox`}</title>
    <div className={styles.sticky}>
      <header className={styles.header}>
        <div className={styles.top}>
          <Button look="quiet" icon={<BackIcon />} label="Back to the list" onClick={onBack} />
          <span className={styles.id}>{id}</span>
          <h1 tabIndex={-1} className={styles.title} title={title}>
            {title}
          </h1>
        </div>
        <div className={styles.bottom}>
          <div className={styles.facts}>{facts}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
      {notice}
    </div>
    <div className={styles.body} data-side={side.length > 0 || aside !== undefined || undefined}>
      <div className={styles.main}>{children}</div>
      {(side.length > 0 || aside !== undefined) && (
        <aside className={styles.side} aria-label="Properties and related records">
          {aside}
          {side.map(({ id: name, label, content }) => (
            <section key={name} className={styles.panel} aria-label={label}>
              <h2>{label}</h2>
              {content}
            </section>
          ))}
        </aside>
      )}
    </div>
  </div>
);

/** Names and values in two columns. */
export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className={styles.list}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value ?? <span className={styles.none}>None</span>}</dd>
      </div>
    ))}
  </dl>
);
