// The properties of an incident.
import type { ReactNode } from 'react';
import type { Incident } from '../../../api/index.ts';
import { personName, Properties } from '../../../records/index.ts';
import { Instant } from '../../../ui/marks/instant.tsx';
import { propertyFields } from './property-fields.ts';
import type { RecordPage } from '../use-record-page.ts';

const facts = (incident: Incident): [label: string, value: ReactNode][] => [
  ['Opened by', personName(incident.opened_by)],
  ['Created', <Instant key="created" at={incident.created_at} />],
  ['Updated', <Instant key="updated" at={incident.updated_at} />],
  ...(incident.resolved_at
    ? [['Resolved', <Instant key="resolved" at={incident.resolved_at} />] as [string, ReactNode]]
    : []),
  ...(incident.occurrences > 1
    ? [['Occurrences', String(incident.occurrences)] as [string, ReactNode]]
    : []),
  ...(incident.reopen_count > 0
    ? [['Reopened', `${incident.reopen_count} ×`] as [string, ReactNode]]
    : []),
];

export const IncidentProperties = ({
  incident,
  page,
}: {
  incident: Incident;
  page: RecordPage;
}) => (
  <Properties
    record={incident}
    fields={propertyFields}
    page={{ ...page, save: (patch, version) => void page.actions.save(patch, version) }}
    facts={facts(incident)}
  />
);
