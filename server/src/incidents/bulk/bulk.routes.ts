// The bulk endpoint of incidents.
import { JobAccepted } from '../../bulk/index.ts';
import { may } from '../../identity/index.ts';
import { type Route, writes } from '../../platform/http/routes/route.ts';
import { IncidentBulk } from './bulk.schema.ts';
import { bulkIncidents } from './bulk.service.ts';

export const incidentBulkRoutes: Route[] = [
  writes({
    method: 'POST',
    path: '/incidents/bulk',
    operationId: 'bulkIncidents',
    tag: 'Incidents',
    summary: 'Create or change up to 100 incidents',
    description:
      'Answers with a job; its rows are done soon after, one by one, each by the rules of the call for one incident, with its events and its entry. A row that fails does so alone. What is wrong with the envelope, and for an update with `fields`, is 400 at once and nothing is queued. `Location` and `status_url` name the job.',
    policy: may('incidents.bulk'),
    limit: 'bulk',
    body: IncidentBulk,
    success: { status: 202, description: 'The job that will do it.', schema: JobAccepted },
    errors: ['too_many_jobs'],
    write: bulkIncidents,
  }),
];
