// The clock's own endpoint.
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
    summary: 'Why the clock of an incident stands where it does',
    description:
      'The object `sla` of the incident, and each stretch of time in which the clock ran, paused or stood, with the change that began it. `elapsed_seconds` is the sum of the stretches that ran; `paused_seconds` of the others, without a stop that lasts.',
    policy: may('incidents.read'),
    params: object({ id: IncidentId }),
    success: { status: 200, description: 'The clock and its segments.', schema: SlaHistory },
    read: getSla,
  }),
];
