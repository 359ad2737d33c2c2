// The body of a record has two columns, or tabs if there is no room for the right column.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tabs } from '../ui/layout/tabs.tsx';
import { useMedia } from '../ui/use-media.ts';
import styles from './record.module.css';

export const ONE_COLUMN = '(width < 1100px)';
const MAIN = 'activity';

export interface RecordPanel {
  id: string;
  label: string;
  content: ReactNode;
}

interface RecordBodyProps {
  /** The main column has the description, composer and timeline; a record with several views has one panel for each. */
  main: ReactNode | readonly RecordPanel[];
  /** The panels of the right column are listed from the top down. */
  panels: readonly RecordPanel[];
}

const isPanels = (main: RecordBodyProps['main']): main is readonly RecordPanel[] =>
  Array.isArray(main) && main.length > 0 && 'content' in main[0];

const partsOf = (main: RecordBodyProps['main']): readonly RecordPanel[] =>
  isPanels(main) ? main : [{ id: MAIN, label: 'Activity', content: main }];

/** The chosen tab is in the URL, unless it is the first. */
function PanelTabs({
  tabs,
  render,
}: {
  tabs: readonly RecordPanel[];
  render: (chosen: RecordPanel | undefined) => ReactNode;
}) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const [first] = tabs;
  const chosen = tabs.find(({ id }) => id === tab) ?? first;
  if (tabs.length === 1) return render(chosen);
  return (
    <Tabs
      label="Parts of the record"
      tabs={tabs}
      value={chosen?.id ?? MAIN}
      onChange={(next) => {
        const search = next === first?.id ? {} : { tab: next };
        // The state names the list that the record was opened from.
        void navigate({ to: '.', search: search as never, state: true, replace: true });
      }}
    >
      {render(chosen)}
    </Tabs>
  );
}

function TabbedBody({ main, panels }: RecordBodyProps) {
  const parts = partsOf(main);
  return (
    <div className={styles.tabbed}>
      <PanelTabs
        tabs={[...parts, ...panels]}
        render={(chosen) => (
          <div className={chosen && parts.includes(chosen) ? styles.main : styles.single}>
            {chosen?.content}
          </div>
        )}
      />
    </div>
  );
}

function Main({ main }: Pick<RecordBodyProps, 'main'>) {
  if (!isPanels(main)) return <div className={styles.main}>{main}</div>;
  return (
    <div className={styles.parts}>
      <PanelTabs tabs={main} render={(chosen) => chosen?.content} />
    </div>
  );
}

export function RecordBody(props: RecordBodyProps) {
  if (useMedia(ONE_COLUMN)) return <TabbedBody {...props} />;
  if (props.panels.length === 0) return <Main main={props.main} />;
  return (
    <div className={styles.body}>
      <Main main={props.main} />
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
