// The body: two columns, or tabs where there is no room for the right one.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Incident } from '../../api/index.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Assistant } from './panels/assistant.tsx';
import { Composer } from './timeline/composer.tsx';
import { Description } from './description.tsx';
import { Properties } from './panels/properties.tsx';
import styles from './record.module.css';
import type { RecordTab } from './record.route.ts';
import { Related } from './panels/related.tsx';
import { SlaPanel } from './panels/sla-panel.tsx';
import { Timeline } from './timeline/timeline.tsx';
import type { RecordPage } from './use-record-page.ts';

const route = getRouteApi('/incidents/$id');

interface PartProps {
  incident: Incident;
  page: RecordPage;
}

interface Panel {
  id: Exclude<RecordTab, 'activity'>;
  label: string;
  content: (props: PartProps) => ReactNode;
}

const panels: readonly Panel[] = [
  { id: 'details', label: 'Properties', content: (props) => <Properties {...props} /> },
  { id: 'sla', label: 'SLA', content: ({ incident }) => <SlaPanel id={incident.id} /> },
  { id: 'related', label: 'Related', content: ({ incident }) => <Related incident={incident} /> },
  { id: 'assistant', label: 'Assistant', content: (props) => <Assistant {...props} /> },
];

const Activity = ({ incident, page }: PartProps) => (
  <div className={styles.main}>
    <Description incident={incident} page={page} />
    <Composer incident={incident} page={page} />
    <Timeline id={incident.id} />
  </div>
);

function TabbedBody(props: PartProps) {
  const { tab = 'activity' } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = [{ id: 'activity' as RecordTab, label: 'Activity' }, ...panels];
  const chosen = panels.find(({ id }) => id === tab);
  return (
    <div className={styles.tabbed}>
      <Tabs
        label="Parts of the incident"
        tabs={tabs}
        value={tab}
        onChange={(next) =>
          void navigate({ search: next === 'activity' ? {} : { tab: next }, replace: true })
        }
      >
        {chosen ? (
          <div className={styles.single}>{chosen.content(props)}</div>
        ) : (
          <Activity {...props} />
        )}
      </Tabs>
    </div>
  );
}

export function RecordBody({ hasTabs, ...props }: PartProps & { hasTabs: boolean }) {
  if (hasTabs) return <TabbedBody {...props} />;
  return (
    <div className={styles.body}>
      <Activity {...props} />
      <aside className={styles.side} aria-label="Properties and related records">
        {panels.map(({ id, label, content }) => (
          <section key={id} className={styles.panel} aria-label={label}>
            <h2>{label}</h2>
            {content(props)}
          </section>
        ))}
      </aside>
    </div>
  );
}
