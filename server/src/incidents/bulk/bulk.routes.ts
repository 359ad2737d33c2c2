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
    summary: 'Submit a bulk job',
    description:
      'Creates or updates incidents: queues a job of up to 100 rows and returns it. The rows are processed in the background, one by one, each under the same rules as a request for a single incident, with its own events and audit entry. A failed row does not affect the others. An invalid envelope, or invalid `fields` of an update, is refused with 400 and nothing is queued. `Location` and `status_url` are the URL of the job.',
    policy: may('incidents.bulk'),
    limit: 'bulk',
    body: IncidentBulk,
    success: { status: 202, description: 'The queued job.', schema: JobAccepted },
    errors: ['too_many_jobs'],
    write: bulkIncidents,
  }),
];
