// The body of an incident.
import type { Incident } from '../../api/index.ts';
import { Composer, LongText, RecordBody, Timeline } from '../../records/index.ts';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { Assistant } from './panels/assistant.tsx';
import { IncidentProperties } from './panels/properties.tsx';
import { Related } from './panels/related.tsx';
import { SlaPanel } from './panels/sla-panel.tsx';
import styles from './record-body.module.css';
import type { RecordPage } from './use-record-page.ts';

interface PartProps {
  incident: Incident;
  page: RecordPage;
}

function Activity({ incident, page }: PartProps) {
  const record = { type: 'incident', id: incident.id } as const;
  return (
    <>
      <div>
        <LongText
          field="description"
          text={incident.description}
          version={incident.version}
          page={{ ...page, save: page.actions.save }}
        />
        {incident.resolution && (
          <div className={styles.resolution}>
            <h2>Resolution</h2>
            <LazyMarkdown text={incident.resolution} />
          </div>
        )}
      </div>
      <Composer record={record} opener={incident.opened_by} page={page} />
      <Timeline record={record} />
    </>
  );
}

export const IncidentBody = (props: PartProps) => (
  <RecordBody
    main={<Activity {...props} />}
    panels={[
      { id: 'details', label: 'Properties', content: <IncidentProperties {...props} /> },
      { id: 'sla', label: 'SLA', content: <SlaPanel id={props.incident.id} /> },
      { id: 'related', label: 'Related', content: <Related incident={props.incident} /> },
      { id: 'assistant', label: 'Assistant', content: <Assistant {...props} /> },
    ]}
  />
);
