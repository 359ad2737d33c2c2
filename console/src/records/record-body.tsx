// The body of a record: two columns, or tabs where there is no room for the right one.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tabs } from '../ui/tabs.tsx';
import { useMedia } from '../ui/use-media.ts';
import styles from './record.module.css';

interface RecordPanel {
  id: string;
  label: string;
  content: ReactNode;
}

interface RecordBodyProps {
  /** Description, composer and timeline. */
  main: ReactNode;
  /** The right column, from the top down. */
  panels: readonly RecordPanel[];
}

/** Below it the right column becomes tabs. */
export const ONE_COLUMN = '(width < 1100px)';
const MAIN = 'activity';

function TabbedBody({ main, panels }: RecordBodyProps) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const chosen = panels.find(({ id }) => id === tab);
  return (
    <div className={styles.tabbed}>
      <Tabs
        label="Parts of the record"
        tabs={[{ id: MAIN, label: 'Activity' }, ...panels]}
        value={chosen?.id ?? MAIN}
        onChange={(next) => {
          const search = next === MAIN ? {} : { tab: next };
          void navigate({ to: '.', search: search as never, replace: true });
        }}
      >
        {chosen ? (
          <div className={styles.single}>{chosen.content}</div>
        ) : (
          <div className={styles.main}>{main}</div>
        )}
      </Tabs>
    </div>
  );
}

export function RecordBody(props: RecordBodyProps) {
  if (useMedia(ONE_COLUMN)) return <TabbedBody {...props} />;
  return (
    <div className={styles.body}>
      <div className={styles.main}>{props.main}</div>
      <aside className={styles.side} aria-label="Properties and related records">
        {props.panels.map(({ id, label, content }) => (
          <section key={id} className={styles.panel} aria-label={label}>
            <h2>{label}</h2>
            {content}
          </section>
        ))}
      </aside>
    </div>
  );
}
