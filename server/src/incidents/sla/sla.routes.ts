import { may } from '../../identity/index.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { IncidentId } from '../incidents.schema.ts';
import { SlaHistory } from './sla.schema.ts';
import { getSla } from './sla.handlers.ts';

export const slaRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/incidents/:id/sla',
    operationId: 'getSla',
    tag: 'Incidents',
    summary: 'Get SLA segments',
    description:
      'Returns the `sla` object of the incident and each segment of time in which the clock was running, paused or stopped, with the update that started it. `elapsed_seconds` is the sum of the running segments; `paused_seconds` is the sum of the others, except a stop that has not ended.',
    policy: may('incidents.read'),
    params: object({ id: IncidentId }),
    success: { status: 200, description: 'The clock and its segments.', schema: SlaHistory },
    read: getSla,
  }),
];
